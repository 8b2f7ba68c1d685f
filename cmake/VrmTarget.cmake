# vrm_target(NAME): the flags of all our own code. Per target, never global, so that a parent project keeps its own.
function(vrm_target name)
  target_compile_features(${name} PUBLIC cxx_std_20)
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  if(MSVC)
    target_compile_options(${name} PRIVATE /W4 /fp:precise /utf-8 $<$<BOOL:${VRM_WERROR}>:/WX>)
  else()
    # No contraction: a*b+c rounds twice on every machine, so results do not depend on the compiler's mood.
    target_compile_options(${name} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                           -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor
                                           $<$<BOOL:${VRM_WERROR}>:-Werror>)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # g++ 12 warns about the standard library's own inlined code here (GCC bugs 105329, 105651).
      target_compile_options(${name} PRIVATE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds
                                             -Wno-maybe-uninitialized)
    endif()
  endif()
  if(VRM_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${VRM_SANITIZE} -fno-omit-frame-pointer
                                           -fno-sanitize-recover=all)
    target_link_options(${name} PUBLIC -fsanitize=${VRM_SANITIZE})
    if(VRM_SANITIZE MATCHES "undefined" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      target_compile_options(${name} PRIVATE
                             -fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/sanitize-ignore.txt)
    endif()
  endif()
  if(EMSCRIPTEN)
    target_compile_options(${name} PRIVATE -fexceptions $<$<BOOL:${VRM_SIMD}>:-msimd128>)
    target_link_options(${name} PUBLIC -fexceptions)
  endif()
endfunction()
