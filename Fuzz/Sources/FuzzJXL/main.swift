import FuzzSupport

fuzz(.jxl)
