# Emscripten's own toolchain file, wherever it is installed, and what node needs to run the results.
find_program(VRM_EMXX em++ REQUIRED)
file(REAL_PATH "${VRM_EMXX}" vrm_emscripten)
cmake_path(GET vrm_emscripten PARENT_PATH vrm_emscripten)

# Emscripten 3.1 takes node's fetch for a browser's and would load the .wasm file, a path and not an address, with it.
set(CMAKE_CROSSCOMPILING_EMULATOR "node;--no-experimental-fetch")
include("${vrm_emscripten}/cmake/Modules/Platform/Emscripten.cmake")

# Debian keeps the JavaScript parser that the link step calls where node does not look.
if(EXISTS /usr/share/nodejs/acorn)
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
endif()
