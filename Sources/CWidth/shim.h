// The columns that a character takes on a terminal (POSIX), which the C library declares for X/Open alone.
#pragma once
#include <locale.h>
#include <wchar.h>

extern int wcwidth(wchar_t character);
