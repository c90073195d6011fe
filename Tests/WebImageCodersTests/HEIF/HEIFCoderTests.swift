#if HEIF
    import FoundationEssentials
    import Testing
    import WebImageCore
    @testable import WebImageCoders

    @Suite(.timeLimit(.minutes(5)))
    struct HEIFCoderTests {
        @Test("Pixels are those of another libheif", arguments: ["rgb.heic", "alpha.heic", "ten-bit.heic"])
        func kinds(name: String) throws {
            let fixture = CodecFixture(name)
            let image = try fixture.decoded()
            #expect(PixelDifference(image.bitmap, try fixture.expected()).largest <= 2)
            #expect(image.info == (try fixture.info))
            #expect(image.info.hasAlpha == (name == "alpha.heic"))
            #expect(image.info.bitDepth == (name == "ten-bit.heic" ? 10 : 8))
        }

        @Test("DEC-24 a turned HEIC stands upright: plain, as thumbnail, in info", arguments: [3, 6, 8])
        func turned(orientation: Int) throws {
            let fixture = CodecFixture("turned-\(orientation).heic")
            let image = try fixture.decoded()
            #expect(PixelDifference(image.bitmap, try fixture.expected()).largest <= 2)
            let size = orientation == 3 ? PixelSize(width: 26, height: 18) : PixelSize(width: 18, height: 26)
            #expect(image.bitmap.size == size)
            #expect(try fixture.info.size == size)
            let small = try fixture.decoded(DecodeOptions(thumbnail: ThumbnailSize(13))).bitmap
            #expect(small.size == ThumbnailSize(13).plan(for: size).size)
        }

        @Test("DEC-15 an embedded profile becomes sRGB")
        func profile() throws {
            let fixture = CodecFixture("icc.heic")
            #expect(PixelDifference(try fixture.decoded().bitmap, try fixture.expected()).largest <= 4)
            #expect(try fixture.info.profile == "Test P3")
        }

        @Test("Cut and damaged files end in an error")
        func damaged() throws {
            let data = try CodecFixture("rgb.heic").data
            for count in stride(from: 24, to: data.count, by: 11) {
                let error = #expect(throws: WebImageError.self) {
                    try HEIFCoder().decode(data.prefix(count), context: DecodeContext())
                }
                #expect(error?.code == .truncated)
            }
            for _ in 0..<100 {
                var noisy = data
                for _ in 0..<4 { noisy[Int.random(in: 0..<noisy.count)] = UInt8.random(in: 0...255) }
                _ = try? HEIFCoder().decode(noisy, context: DecodeContext())
            }
        }

        @Test("Limits hold before pixels are decoded")
        func limits() throws {
            var options = DecodeOptions()
            options.limits = DecodeLimits(maximumPixels: 26 * 18 - 1)
            let error = #expect(throws: WebImageError.self) { try CodecFixture("rgb.heic").decoded(options) }
            #expect(error?.code == .tooManyPixels)
        }

        @Test("Written without loss, pixels stay; with loss they stay close")
        func writing() throws {
            let image = try CodecFixture("alpha.heic").decoded()
            var context = EncodeContext(format: .heic)
            context.options.isLossless = true
            let exact = try HEIFCoder().decode(HEIFCoder().encode(image, context: context), context: DecodeContext())
            #expect(PixelDifference(exact.bitmap, image.bitmap.packedBytes).largest == 0)
            context.options = EncodeOptions(quality: 0.9)
            let close = try HEIFCoder().decode(HEIFCoder().encode(image, context: context), context: DecodeContext())
            #expect(PixelDifference(close.bitmap, image.bitmap.packedBytes).mean <= 4)
            #expect(!close.bitmap.isOpaque)
        }
    }
#endif
