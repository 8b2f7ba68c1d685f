# Header-only libraries are found by their headers and reach the compiler through a folder of links: naming
# /usr/include itself would put the machine's C library in front of a cross compiler's own.
set(vrm_header_dir "${PROJECT_BINARY_DIR}/headers")
file(MAKE_DIRECTORY "${vrm_header_dir}")
function(vrm_find_headers folder header package)
  find_path(VRM_${folder}_INCLUDE_DIR ${header} PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH)
  if(NOT VRM_${folder}_INCLUDE_DIR)
    message(FATAL_ERROR "${header} not found; on Debian: apt-get install ${package}")
  endif()
  file(CREATE_LINK "${VRM_${folder}_INCLUDE_DIR}/${folder}" "${vrm_header_dir}/${folder}" SYMBOLIC)
endfunction()
vrm_find_headers(rapidjson rapidjson/reader.h rapidjson-dev)
vrm_find_headers(fast_float fast_float/fast_float.h libfast-float-dev)

# Target PkgConfig::<name> from pkg-config modules. Their names are kept for the files that VrmInstall writes.
macro(vrm_find_modules name)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(${name} REQUIRED IMPORTED_TARGET ${ARGN})
  set(vrm_modules_${name} ${ARGN})
endmacro()

if(VRM_SIMD)
  if(EMSCRIPTEN)
    vrm_find_headers(hwy hwy/highway.h libhwy-dev)  # one static target, so no library is needed
  else()
    find_package(hwy REQUIRED)
  endif()
endif()
if(VRM_IMAGES)
  find_package(JPEG REQUIRED)
  vrm_find_modules(SPNG spng)
  vrm_find_modules(WEBP libwebp)
endif()
