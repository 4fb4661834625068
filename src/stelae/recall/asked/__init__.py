"""How people ask for one attribute of a person or thing: words as data, and the reading of questions with them.

Nothing here looks at memories; what is asked for goes to `rewriting` as conditions on fields.
"""
