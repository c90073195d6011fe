import FuzzSupport

fuzz(.png)
