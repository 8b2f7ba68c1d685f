// SPDX-License-Identifier: MIT
// Copyright (c) 2026 the libvrm authors
#include "vrm/gltf/image.hpp"

#include "base/memory.hpp"
#include "gltf/image_checks.hpp"

#if VRM_WITH_IMAGES

#include <csetjmp>
#include <cstdio>  // jpeglib.h needs it

// libjpeg's headers do not include each other.
#include <jpeglib.h>

#include <jerror.h>
#include <spng.h>
#include <webp/decode.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "gltf/decoding_cost.hpp"
#include "gltf/png_chunks.hpp"

namespace vrm::gltf {
namespace {

Error broken(std::string_view format, std::string_view reason) {
  return imageError(Code::ImageBroken,
                    "the " + std::string(format) + " cannot be decoded: " + std::string(reason));
}

// The one place where pixels are allocated. No product overflows: no format has sides of 2^31 or more.
Result<Image> allocate(std::uint32_t width, std::uint32_t height, const Limits& limits) {
  const std::uint64_t pixels = std::uint64_t{width} * height;
  const std::string size = std::to_string(width) + " x " + std::to_string(height);
  if (pixels > limits.imagePixels) {
    return imageError(Code::LimitImagePixels, "the image has " + size + " pixels, Limits::imagePixels is " +
                                                  std::to_string(limits.imagePixels));
  }
  const std::uint64_t bytes = pixels * kBytesPerPixel;
  if (bytes > limits.decodedBytes) {
    return imageError(Code::LimitDecodedBytes,
                      "the image of " + size + " pixels needs " + std::to_string(bytes) +
                          " bytes, Limits::decodedBytes leaves " + std::to_string(limits.decodedBytes));
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::ptrdiff_t>::max();
  if (bytes > kMost) return outOfMemory();
  return Image{width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(bytes))};
}

// ---- PNG ----

struct SpngDeleter {
  void operator()(spng_ctx* context) const noexcept { spng_ctx_free(context); }
};
using SpngContext = std::unique_ptr<spng_ctx, SpngDeleter>;

// zlib asks for memory in the middle of its work, and libspng calls whatever goes wrong there broken data.
thread_local bool pngRanOut = false;
template <auto Function, class... Arguments>
void* pngMemory(Arguments... arguments) {
  void* const block = Function(arguments...);
  if (!block) pngRanOut = true;
  return block;
}
SpngContext newPng(int flags) {
  pngRanOut = false;
  spng_alloc memory{pngMemory<&std::malloc, std::size_t>, pngMemory<&std::realloc, void*, std::size_t>,
                    pngMemory<&std::calloc, std::size_t, std::size_t>, &std::free};
  return SpngContext(spng_ctx_new2(&memory, flags));
}

// Gives the decoder only the chunks that pixels are made of. Text, profiles and the like have no say in the
// result, so they need not be inflated (they may be bombs) nor be correct.
struct PngSource {
  std::span<const std::byte> bytes;
  std::size_t position = 0;
  std::size_t left = kPngSignatureBytes;  // of what is being handed out
};

bool nextUsefulChunk(PngSource& source) noexcept {
  while (const auto chunk = pngChunkAt(source.bytes, source.position)) {
    const std::size_t rest = source.bytes.size() - source.position;
    const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(chunk->bytes, rest));
    if (chunk->critical() || chunk->is("tRNS")) {
      source.left = size;
      return true;
    }
    source.position += size;
  }
  return false;
}

int readPng(spng_ctx*, void* user, void* to, std::size_t length) {
  auto& source = *static_cast<PngSource*>(user);
  auto* out = static_cast<std::byte*>(to);
  while (length > 0) {
    if (source.left == 0 && !nextUsefulChunk(source)) return SPNG_IO_EOF;
    const std::size_t count = std::min(length, source.left);
    std::memcpy(out, source.bytes.data() + source.position, count);
    out += count;
    length -= count;
    source.position += count;
    source.left -= count;
  }
  return SPNG_OK;
}

Error pngError(int status) {
  if (status == SPNG_EMEM || (status != SPNG_OK && pngRanOut)) return outOfMemory();
  if (status == SPNG_IO_EOF) return broken("PNG", "the file ends before the picture is complete");
  return broken("PNG", spng_strerror(status));
}

Result<Image> decodePng(std::span<const std::byte> bytes, const Limits& limits) {
  const SpngContext context = newPng(0);
  if (!context) return pngError(SPNG_EMEM);
  // Nothing that arrives here is kept by chunk; should that change, this is the most it may cost.
  constexpr std::size_t kChunkBytes = 1 << 16;
  PngSource source{bytes};
  spng_ihdr header{};
  int status = spng_set_chunk_limits(context.get(), kChunkBytes, kChunkBytes);
  if (status == SPNG_OK) status = spng_set_png_stream(context.get(), readPng, &source);
  if (status == SPNG_OK) status = spng_get_ihdr(context.get(), &header);
  if (status != SPNG_OK) return pngError(status);
  Result<Image> image = allocate(header.width, header.height, limits);
  if (!image) return image;
  status = spng_decode_image(context.get(), image->rgba.data(), image->rgba.size(), SPNG_FMT_RGBA8,
                             SPNG_DECODE_TRNS);
  if (status != SPNG_OK) return pngError(status);
  return image;
}

// ---- JPEG ----

constexpr int kMaxScans = 500;  // as in libjpeg-turbo's own fuzz targets; one coefficient per scan needs 190

// libjpeg reports errors by a call that must not return, so it longjmps out to the function below that called
// it. Those functions (readHeader, readPixels) have no objects with destructors, nor do the callbacks; what
// has to be destroyed lives in their caller.
struct JpegDecoder {
  jpeg_decompress_struct info{};
  jpeg_error_mgr errors{};
  jpeg_progress_mgr progress{};
  std::jmp_buf escape{};
  char message[JMSG_LENGTH_MAX] = {};
  bool endMissing = false;
  std::uint32_t componentsSeen = 0;  // one bit each; libjpeg allows ten

  JpegDecoder();
  ~JpegDecoder() { jpeg_destroy_decompress(&info); }
  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;

  bool readHeader(std::span<const std::byte> bytes);
  bool readPixels(std::uint8_t* out, std::uint64_t memory);
  bool complete();
  Error error() const;

  [[noreturn]] void fail(const char* reason);
};

JpegDecoder& decoderOf(j_common_ptr info) {
  return *static_cast<JpegDecoder*>(info->client_data);
}

void onJpegError(j_common_ptr info) {
  JpegDecoder& decoder = decoderOf(info);
  info->err->format_message(info, decoder.message);
  std::longjmp(decoder.escape, 1);
}

void onJpegMessage(j_common_ptr info, int level) {
  if (level >= 0) return;  // not a warning
  switch (info->err->msg_code) {
    case JWRN_HIT_MARKER:  // pixel data is missing
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:  // pixel data was lost between restart markers
      onJpegError(info);
      break;
    case JWRN_JPEG_EOF:
      // Arithmetic encoders drop zeros at the end (T.81 annex D), so the decoder cannot tell a complete scan
      // from one that was cut off, except by what follows it.
      if (decoderOf(info).info.arith_code) onJpegError(info);
      decoderOf(info).endMissing = true;
      break;
    default:
      break;
  }
}

void onJpegProgress(j_common_ptr common) {
  JpegDecoder& decoder = decoderOf(common);
  const jpeg_decompress_struct& info = decoder.info;
  if (info.input_scan_number > kMaxScans) decoder.fail("the file has more than 500 scans");
  for (int i = 0; i < info.comps_in_scan; ++i) {
    decoder.componentsSeen |= 1u << info.cur_comp_info[i]->component_index;
  }
}

JpegDecoder::JpegDecoder() {
  info.err = jpeg_std_error(&errors);
  info.client_data = this;
  errors.error_exit = onJpegError;
  errors.emit_message = onJpegMessage;
  progress.progress_monitor = onJpegProgress;
}

void JpegDecoder::fail(const char* reason) {
  errors.msg_code = JMSG_NOMESSAGE;
  std::strncpy(message, reason, sizeof(message) - 1);
  std::longjmp(escape, 1);
}

bool JpegDecoder::readHeader(std::span<const std::byte> bytes) {
  if (setjmp(escape) != 0) return false;
  jpeg_CreateDecompress(&info, JPEG_LIB_VERSION, sizeof(info));
  info.progress = &progress;
  jpeg_mem_src(&info, reinterpret_cast<const unsigned char*>(bytes.data()),
               static_cast<unsigned long>(bytes.size()));
  jpeg_read_header(&info, TRUE);
  const bool inks = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
  info.out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
  info.do_block_smoothing = FALSE;  // it guesses coefficients that a progressive file has not sent
  return true;
}

// `memory` is what libjpeg may use for the coefficients of a file with several scans.
bool JpegDecoder::readPixels(std::uint8_t* out, std::uint64_t memory) {
  constexpr std::uint64_t kMost = std::numeric_limits<long>::max();
  info.mem->max_memory_to_use =
      static_cast<long>(std::clamp<std::uint64_t>(memory, 1, kMost));  // 0 is no limit
  if (setjmp(escape) != 0) return false;
  jpeg_start_decompress(&info);
  if (!complete()) fail("the file ends before the picture is complete");
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = out + std::size_t{info.output_scanline} * info.output_width * kBytesPerPixel;
    jpeg_read_scanlines(&info, &row, 1);
  }
  return true;
}

// Whether all scans are there; those of a file with several have all been read when jpeg_start_decompress
// returns. Damage within a scan has stopped the decoder already.
bool JpegDecoder::complete() {
  if (!jpeg_has_multiple_scans(&info)) return true;
  if (componentsSeen != (1u << info.num_components) - 1) return false;
  if (!endMissing || !info.progressive_mode) return true;
  // Without its end marker a progressive file is complete if it has refined everything to the last bit.
  for (int component = 0; component < info.num_components; ++component) {
    for (const int missingBits : info.coef_bits[component]) {
      if (missingBits != 0) return false;
    }
  }
  return true;
}

Error JpegDecoder::error() const {
  switch (errors.msg_code) {
    case JERR_OUT_OF_MEMORY:
      return outOfMemory();
    case JERR_NO_BACKING_STORE:  // what libjpeg says when max_memory_to_use is too little
      return imageError(Code::LimitDecodedBytes,
                        "the coefficients of the JPEG need more memory than Limits::decodedBytes leaves");
    default:
      return broken("JPEG", message);
  }
}

void cmykToRgba(std::vector<std::uint8_t>& pixels) {
  for (std::size_t i = 0; i < pixels.size(); i += kBytesPerPixel) {
    const unsigned black = pixels[i + 3];
    for (std::size_t k = 0; k < 3; ++k)
      pixels[i + k] = static_cast<std::uint8_t>((pixels[i + k] * black + 127) / 255);
    pixels[i + 3] = 255;
  }
}

Result<Image> decodeJpeg(std::span<const std::byte> bytes, const ImageInfo& header, const Limits& limits) {
  JpegDecoder decoder;
  if (!decoder.readHeader(bytes)) return decoder.error();
  Result<Image> image = allocate(decoder.info.image_width, decoder.info.image_height, limits);
  if (!image) return image;
  if (decodingCost(bytes, header) - bytes.size() > limits.decodedBytes) {
    return imageError(Code::LimitDecodedBytes,
                      "the JPEG has so many scans that decoding it takes more than Limits::decodedBytes leaves, " +
                          std::to_string(limits.decodedBytes) + "; its pixels count once for every 16");
  }
  if (!decoder.readPixels(image->rgba.data(), limits.decodedBytes - image->rgba.size()))
    return decoder.error();
  if (decoder.info.out_color_space == JCS_CMYK) cmykToRgba(image->rgba);
  return image;
}

// ---- WebP ----

Error webpError(VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_OUT_OF_MEMORY:
      return outOfMemory();
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED:
      return broken("WebP", "the file ends before the picture is complete");
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      return broken("WebP", "it uses a feature that the decoder does not have");
    default:
      return broken("WebP", "the data is corrupt");
  }
}

Result<Image> decodeWebp(std::span<const std::byte> bytes, const Limits& limits) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return broken("WebP", "the version of libwebp does not fit");
  VP8StatusCode status = WebPGetFeatures(data, bytes.size(), &config.input);
  if (status != VP8_STATUS_OK) return webpError(status);
  if (config.input.has_animation) return broken("WebP", "it is animated; a texture has to be a still image");
  Result<Image> image = allocate(static_cast<std::uint32_t>(config.input.width),
                                 static_cast<std::uint32_t>(config.input.height), limits);
  if (!image) return image;
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = image->rgba.data();
  config.output.u.RGBA.stride = config.input.width * static_cast<int>(kBytesPerPixel);
  config.output.u.RGBA.size = image->rgba.size();
  status = WebPDecode(data, bytes.size(), &config);
  if (status != VP8_STATUS_OK) return webpError(status);
  return image;
}

// ---- writing ----

std::vector<std::uint8_t> withoutAlpha(const Image& image) {
  std::vector<std::uint8_t> out;
  out.reserve(image.rgba.size() / kBytesPerPixel * 3);
  for (std::size_t i = 0; i < image.rgba.size(); i += kBytesPerPixel) {
    for (std::size_t c = 0; c < 3; ++c) out.push_back(image.rgba[i + c]);
  }
  return out;
}

// libjpeg leaves by longjmp, so nothing with a destructor may live in write().
struct JpegEncoder {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  std::jmp_buf escape;
  char message[JMSG_LENGTH_MAX] = {};
  unsigned char* bytes = nullptr;  // made by malloc
  unsigned long size = 0;

  JpegEncoder() {
    info.err = jpeg_std_error(&errors);
    info.client_data = this;
    errors.error_exit = [](j_common_ptr common) {
      auto& encoder = *static_cast<JpegEncoder*>(common->client_data);
      common->err->format_message(common, encoder.message);
      std::longjmp(encoder.escape, 1);
    };
    errors.emit_message = [](j_common_ptr, int) {};
  }
  ~JpegEncoder() {
    jpeg_destroy_compress(&info);
    std::free(bytes);
  }
  JpegEncoder(const JpegEncoder&) = delete;
  JpegEncoder& operator=(const JpegEncoder&) = delete;

  bool write(const Image& image, const JpegOptions& options) {
    if (setjmp(escape) != 0) return false;
    jpeg_CreateCompress(&info, JPEG_LIB_VERSION, sizeof(info));
    jpeg_mem_dest(&info, &bytes, &size);
    info.image_width = image.width;
    info.image_height = image.height;
    info.input_components = 4;
    info.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, options.quality, TRUE);
    if (options.fullChroma) info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = 1;
    info.optimize_coding = TRUE;
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
      // It is not written to.
      auto* row = const_cast<std::uint8_t*>(image.rgba.data()) +
                  std::size_t{info.next_scanline} * image.width * kBytesPerPixel;
      jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    return true;
  }
};

}  // namespace

Result<Image> decodeImage(std::span<const std::byte> bytes, const Limits& limits) try {
  const ImageInfo info = probeImage(bytes);
  // Whoever adds up what pictures take goes by what the probe says, so what it cannot tell is not decoded.
  constexpr std::string_view kNoSize = "its header does not tell its size";
  switch (info.format) {
    case ImageFormat::Png:
      // PNG, section 5.6. The reader passes over what it has no use for, also what stands before IHDR.
      if (info.width == 0) return broken("PNG", "it does not begin with its size (IHDR)");
      return decodePng(bytes, limits);
    case ImageFormat::Jpeg:
      if (info.width == 0) return broken("JPEG", kNoSize);
      return decodeJpeg(bytes, info, limits);
    case ImageFormat::WebP:
      if (info.width == 0) return broken("WebP", kNoSize);
      return decodeWebp(bytes, limits);
    case ImageFormat::Unknown:
      break;
  }
  return imageError(Code::ImageFormat, "the image starts like none of PNG, JPEG and WebP");
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<std::vector<std::byte>> encodePng(const Image& image, const PngOptions& options) try {
  if (Result<void> sound = checkPixels(image); !sound) return std::move(sound).error();
  if (Result<void> sound = checkOption("PngOptions::level", options.level, 0, 9); !sound) {
    return std::move(sound).error();
  }
  const SpngContext context = newPng(SPNG_CTX_ENCODER);
  spng_ihdr header{};
  header.width = image.width;
  header.height = image.height;
  header.bit_depth = 8;
  header.color_type = options.alpha ? SPNG_COLOR_TYPE_TRUECOLOR_ALPHA : SPNG_COLOR_TYPE_TRUECOLOR;
  const std::vector<std::uint8_t> opaque = options.alpha ? std::vector<std::uint8_t>() : withoutAlpha(image);
  const std::vector<std::uint8_t>& samples = options.alpha ? image.rgba : opaque;
  int status = context ? spng_set_option(context.get(), SPNG_ENCODE_TO_BUFFER, 1) : int{SPNG_EMEM};
  if (status == SPNG_OK) status = spng_set_option(context.get(), SPNG_IMG_COMPRESSION_LEVEL, options.level);
  if (status == SPNG_OK) status = spng_set_ihdr(context.get(), &header);
  if (status == SPNG_OK) {
    status =
        spng_encode_image(context.get(), samples.data(), samples.size(), SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
  }
  std::size_t size = 0;
  std::unique_ptr<void, decltype(&std::free)> png(nullptr, &std::free);
  if (status == SPNG_OK) png.reset(spng_get_png_buffer(context.get(), &size, &status));
  if (status == SPNG_EMEM || (status != SPNG_OK && pngRanOut)) return outOfMemory();
  if (status != SPNG_OK) {
    return imageError(Code::ApiMisuse, std::string("the PNG cannot be written: ") + spng_strerror(status));
  }
  const auto* bytes = static_cast<const std::byte*>(png.get());
  return std::vector<std::byte>(bytes, bytes + size);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<std::vector<std::byte>> encodeJpeg(const Image& image, const JpegOptions& options) try {
  if (Result<void> sound = checkPixels(image); !sound) return std::move(sound).error();
  if (Result<void> sound = checkOption("JpegOptions::quality", options.quality, 1, 100); !sound) {
    return std::move(sound).error();
  }
  JpegEncoder encoder;
  if (!encoder.write(image, options)) {
    if (encoder.errors.msg_code == JERR_OUT_OF_MEMORY) return outOfMemory();
    return imageError(Code::ApiMisuse, std::string("the JPEG cannot be written: ") + encoder.message);
  }
  const auto* bytes = reinterpret_cast<const std::byte*>(encoder.bytes);
  return std::vector<std::byte>(bytes, bytes + encoder.size);
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::gltf

#else

namespace vrm::gltf {
Result<Image> decodeImage(std::span<const std::byte>, const Limits&) try {
  return imagesDisabled();
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<std::vector<std::byte>> encodePng(const Image&, const PngOptions&) try {
  return imagesDisabled();
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<std::vector<std::byte>> encodeJpeg(const Image&, const JpegOptions&) try {
  return imagesDisabled();
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

}  // namespace vrm::gltf

#endif
