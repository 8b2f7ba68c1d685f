// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// Code that warns under libvrm's own flags. It must compile: our taste in warnings is not our users'.
static int unused(unsigned shadowed, double ignored) {
  int narrowed = 3.7;
  {
    int shadowed = -1;
    narrowed = (int)shadowed;
  }
  return shadowed < narrowed;
}
