import FuzzSupport

fuzz(.jpeg)
