#include "CWebImageJPEG.h"
