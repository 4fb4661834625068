"""What happens at a time: plans, their days, what is moved or called off, and decisions. Pure.

Which remembered event a change is about is found in `remember.meeting.rescheduling`.
"""
