# Install rules: headers, library, the command if it is built, and the files by which CMake and pkg-config find them.
# Everything written is relative to itself, so an installed tree may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# A static library needs its private dependencies again when a program is linked; a shared one has them inside. They
# are read from the target, so that a build names exactly what its options made it use.
set(vrm_config_dependencies "")
set(vrm_pc_requires "")
set(vrm_pc_libs "")
get_target_property(vrm_type vrm TYPE)
get_target_property(vrm_libraries vrm LINK_LIBRARIES)
if(vrm_type STREQUAL "STATIC_LIBRARY" AND vrm_libraries)
  foreach(library IN LISTS vrm_libraries)
    if(library STREQUAL "hwy::hwy")
      string(APPEND vrm_config_dependencies "find_dependency(hwy)\n")
      list(APPEND vrm_pc_requires libhwy)
    elseif(library STREQUAL "JPEG::JPEG")
      string(APPEND vrm_config_dependencies "find_dependency(JPEG)\n")
      list(APPEND vrm_pc_requires libjpeg)
    elseif(library STREQUAL "Threads::Threads")
      string(APPEND vrm_config_dependencies "find_dependency(Threads)\n")
      list(APPEND vrm_pc_libs ${CMAKE_THREAD_LIBS_INIT})
    elseif(library STREQUAL "${CMAKE_DL_LIBS}")  # part of the system
      list(APPEND vrm_pc_libs -l${library})
    elseif(library MATCHES "^PkgConfig::(.+)$")  # from vrm_find_modules
      set(name ${CMAKE_MATCH_1})
      list(JOIN vrm_modules_${name} " " modules)
      string(APPEND vrm_config_dependencies "find_dependency(PkgConfig)\n"
                                            "libvrm_find_modules(${name} ${modules})\n")
      list(APPEND vrm_pc_requires ${vrm_modules_${name}})
    else()
      message(FATAL_ERROR "cmake/VrmInstall.cmake does not know how a user of the static library finds ${library}")
    endif()
  endforeach()
endif()
list(JOIN vrm_pc_requires ", " vrm_pc_requires)
list(JOIN vrm_pc_libs " " vrm_pc_libs)

# pkg-config knows where its own file is; from there the prefix is a fixed number of folders up.
set(vrm_pc_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(vrm_pc_prefix "${CMAKE_INSTALL_PREFIX}")
  set(vrm_pc_libdir "${CMAKE_INSTALL_FULL_LIBDIR}")
  set(vrm_pc_includedir "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
  file(RELATIVE_PATH vrm_pc_prefix "/${vrm_pc_dir}" "/")
  string(REGEX REPLACE "/$" "" vrm_pc_prefix "\${pcfiledir}/${vrm_pc_prefix}")
  set(vrm_pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(vrm_pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/libvrm.pc.in "${PROJECT_BINARY_DIR}/libvrm.pc" @ONLY)

set(vrm_config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/libvrm")
configure_package_config_file(cmake/libvrm-config.cmake.in "${PROJECT_BINARY_DIR}/libvrm-config.cmake"
                              INSTALL_DESTINATION "${vrm_config_dir}" NO_SET_AND_CHECK_MACRO
                              NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# 0.x: a minor release may break its users. From 1.0 on this becomes SameMajorVersion.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/libvrm-config-version.cmake" COMPATIBILITY SameMinorVersion)

install(TARGETS vrm EXPORT libvrm INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY include/vrm DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(EXPORT libvrm FILE libvrm-targets.cmake NAMESPACE libvrm:: DESTINATION "${vrm_config_dir}")
install(FILES "${PROJECT_BINARY_DIR}/libvrm-config.cmake" "${PROJECT_BINARY_DIR}/libvrm-config-version.cmake"
        DESTINATION "${vrm_config_dir}")
install(FILES "${PROJECT_BINARY_DIR}/libvrm.pc" DESTINATION "${vrm_pc_dir}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
if(TARGET vrm_cli)
  if(vrm_type STREQUAL "SHARED_LIBRARY" AND NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    file(RELATIVE_PATH vrm_cli_to_lib "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(vrm_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${vrm_cli_to_lib}")
  endif()
  install(TARGETS vrm_cli)
endif()
