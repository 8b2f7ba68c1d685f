include(CheckLinkerFlag)

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
      # g++ 12 all the same fuses a * b + c in one case: where it vectorises straight code into operations that add and
      # subtract by turns (vfmaddsub).
      target_compile_options(${name} PRIVATE -fno-tree-slp-vectorize)
      # g++ 12 warns about the standard library's own inlined code here (GCC bugs 105329, 105651).
      target_compile_options(${name} PRIVATE -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
                                             -Wno-maybe-uninitialized)
    endif()
  endif()
  if(VRM_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${VRM_SANITIZE} -fno-omit-frame-pointer
                                           -fno-sanitize-recover=all)
    target_link_options(${name} PUBLIC -fsanitize=${VRM_SANITIZE})
    # The usual linker takes several seconds for every program with sanitizers.
    check_linker_flag(CXX -fuse-ld=lld VRM_HAVE_LLD)
    if(VRM_HAVE_LLD)
      target_link_options(${name} PRIVATE -fuse-ld=lld)
    endif()
    if(VRM_SANITIZE MATCHES "undefined" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      # Of what the address sanitizer sees anyway it would see a part, for a fifth of the time of compiling.
      target_compile_options(${name} PRIVATE -fno-sanitize=object-size)
      set(ignorelist "${PROJECT_SOURCE_DIR}/cmake/sanitize-ignore.txt")
      # Neither ninja nor ccache looks into the list; its hash as a macro makes them see a change.
      file(SHA1 "${ignorelist}" hash)
      set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${ignorelist}")
      target_compile_options(${name} PRIVATE "-fsanitize-ignorelist=${ignorelist}")
      target_compile_definitions(${name} PRIVATE VRM_SANITIZE_IGNORELIST=0x${hash})
    endif()
  endif()
  if(EMSCRIPTEN)
    target_compile_options(${name} PRIVATE -fexceptions $<$<BOOL:${VRM_SIMD}>:-msimd128>)
    target_link_options(${name} PUBLIC -fexceptions)
  endif()
endfunction()

# vrm_join_more(NAME): for targets of many files where CMAKE_UNITY_BUILD joins them. What headers cost is more than what files
# have of their own; with more at once two cores would have nothing to share. Names in unnamed namespaces must differ then.
function(vrm_join_more name)
  if(CMAKE_UNITY_BUILD)
    set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 48)
  endif()
endfunction()

# vrm_test_options(NAME): VRM_TEST_OPTIONS for a program of ours or a library of the tests. Of an inline function that several
# objects have the linker takes the first: let that be the optimised one of libvrm.
function(vrm_test_options name)
  if(VRM_TEST_OPTIONS)
    target_compile_options(${name} PRIVATE ${VRM_TEST_OPTIONS})
    target_link_options(${name} PRIVATE "SHELL:-Wl,--whole-archive $<TARGET_FILE:vrm> -Wl,--no-whole-archive")
  endif()
endfunction()
