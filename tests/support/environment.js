// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
//
// For programs of WebAssembly: getenv() sees the variables of node, such as those that give each half of the tests its own.
Module["preRun"] = () => Object.assign(ENV, process.env);
