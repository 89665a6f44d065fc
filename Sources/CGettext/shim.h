// GNU gettext as the C library has it: catalogues of messages in other languages.
#pragma once
#include <libintl.h>
#include <locale.h>
