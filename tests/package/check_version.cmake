# The version is stated once more in vcpkg.json, because vcpkg cannot read a header.
#   cmake -DSOURCE_DIR=... -DVERSION=... -P check_version.cmake
file(READ "${SOURCE_DIR}/vcpkg.json" manifest)
string(JSON stated GET "${manifest}" version)
if(NOT stated STREQUAL VERSION)
  message(FATAL_ERROR "vcpkg.json says version ${stated}, include/vrm/version.hpp says ${VERSION}")
endif()
