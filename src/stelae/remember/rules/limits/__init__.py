"""Hard limits: allergies, diets, illnesses, medicines and bans, and the end of one. Pure.

`constraints` asks the others; a mere dislike is in `tastes`.
"""
