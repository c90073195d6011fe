#include "CWebImagePixels.h"
