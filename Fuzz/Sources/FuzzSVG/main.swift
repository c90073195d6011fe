import FuzzSupport

fuzz(.svg)
