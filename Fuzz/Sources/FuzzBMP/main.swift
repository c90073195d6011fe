import FuzzSupport

fuzz(.bmp)
