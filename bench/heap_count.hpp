// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#pragma once

#include <cstddef>

namespace bench {

// What malloc and its relatives have handed out to this process and not got back, as the allocator rounds it.
// operator new, the standard library and RapidJSON all end there, so nothing escapes the count. Works with
// glibc only: elsewhere kHeapCounted is false and the counts stay 0.
extern const bool kHeapCounted;
std::size_t heapNow() noexcept;
// The highest value of heapNow() since the last resetHeapPeak().
std::size_t heapPeak() noexcept;
void resetHeapPeak() noexcept;

// Lets the process keep the pages it has freed, as a program that loads one model after the other does, and
// as node does too. Otherwise glibc may return them to the system after every load and the next one would
// time the kernel.
void keepFreedPages() noexcept;

}  // namespace bench
