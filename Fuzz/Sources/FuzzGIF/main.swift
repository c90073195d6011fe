import FuzzSupport

fuzz(.gif)
