#if JXL
    import FoundationEssentials
    import Testing
    import WebImageCore
    @testable import WebImageCoders

    @Suite(.timeLimit(.minutes(5)))
    struct JXLCoderTests {
        @Test(
            "Pixels are those of djxl",
            arguments: ["lossless.jxl", "container.jxl", "lossy-alpha.jxl", "gray.jxl"])
        func kinds(name: String) throws {
            let fixture = CodecFixture(name)
            let image = try fixture.decoded()
            #expect(PixelDifference(image.bitmap, try fixture.expected()).largest <= 1)
            #expect(image.info == (try fixture.info))
            #expect(image.info.hasAlpha == (name == "lossy-alpha.jxl"))
            #expect(image.info.colorModel == (name == "lossy-alpha.jxl" ? .xyb : name == "gray.jxl" ? .gray : .rgb))
        }

        @Test("DEC-15 wide colors become sRGB, stored as they are and as XYB")
        func wideColors() throws {
            let exact = CodecFixture("p3-lossless.jxl")
            #expect(PixelDifference(try exact.decoded().bitmap, try exact.expected()).largest <= 2)
            let lossy = CodecFixture("p3-lossy.jxl")
            // djxl's 8 bits of P3 against sRGB straight from XYB: dark channels at the edge of sRGB differ by rounding.
            let difference = PixelDifference(try lossy.decoded().bitmap, try lossy.expected())
            #expect(difference.largest <= 12 && difference.mean <= 1, "\(difference)")
            #expect(try exact.info.profile == "Test P3")
        }

        @Test("All frames in any order, their times, and how often they play")
        func animation() throws {
            let fixture = CodecFixture("animated.jxl")
            let image = try fixture.decoded()
            let animation = try #require(image.animation)
            #expect(animation.durations == [50, 100, 150, 200].map { .milliseconds($0) })
            for index in [0, 1, 2, 3, 1, 3, 0, 2] {
                let frame = try animation.frame(at: index, token: CancellationToken())
                #expect(PixelDifference(frame, try fixture.expected(index)).largest == 0)
            }
            #expect(try fixture.info.frameCount == 4)
            #expect(try fixture.decoded(DecodeOptions(firstFrameOnly: true)).animation == nil)
        }

        @Test(
            "DEC-21 partial pictures are turned, and the last one is the whole", arguments: [1, 6], [1, 97, 100_000])
        func progressive(orientation: Int, chunk: Int) throws {
            let fixture = CodecFixture("progressive-\(orientation).jxl")
            let data = try fixture.data
            let whole = try fixture.decoded()
            let size = orientation == 1 ? PixelSize(width: 280, height: 180) : PixelSize(width: 180, height: 280)
            #expect(whole.bitmap.size == size)
            let decoder = try #require(JXLCoder().makeProgressiveDecoder(context: DecodeContext()))
            var partial: [DecodedImage] = []
            for start in stride(from: 0, to: data.count, by: chunk) {
                try decoder.append(data[start..<min(data.count, start + chunk)])
                // One look every 500 bytes, as a rate limit would have it.
                guard start % 500 < chunk, let image = try decoder.partialImage() else { continue }
                partial.append(image)
            }
            #expect(partial.allSatisfy { $0.bitmap.size == size })
            if chunk < 500 { #expect(partial.count > 3) }
            #expect(try decoder.finish().bitmap.hasSamePixels(as: whole.bitmap))
        }

        @Test("DEC-21 a turned picture stands upright")
        func turned() throws {
            let fixture = CodecFixture("progressive-6.jxl")
            let small = try fixture.decoded(DecodeOptions(thumbnail: ThumbnailSize(28))).bitmap
            #expect(small.size == PixelSize(width: 18, height: 28))
            let difference = PixelDifference(small, try fixture.expected())
            #expect(difference.mean < 4, "\(difference)")
        }

        @Test("DEC-21 a cut file is an error, or what can be seen of it")
        func cut() throws {
            let data = try CodecFixture("progressive-6.jxl").data
            let half = data.prefix(data.count / 2)
            let error = #expect(throws: WebImageError.self) { try JXLCoder().decode(half, context: DecodeContext()) }
            #expect(error?.code == .truncated)
            var options = DecodeOptions()
            options.allowsTruncated = true
            let image = try JXLCoder().decode(half, context: DecodeContext(options: options))
            #expect(image.isTruncated)
            #expect(image.bitmap.size == PixelSize(width: 180, height: 280))
            #expect(image.bitmap[90, 140].alpha == 255)
            let decoder = try #require(JXLCoder().makeProgressiveDecoder(context: DecodeContext()))
            try decoder.append(half)
            #expect(try decoder.partialImage() != nil)
            #expect(throws: WebImageError.self) { try decoder.finish() }
        }

        @Test("A cut animation gives its whole frames where that is allowed")
        func cutAnimation() throws {
            let whole = try CodecFixture("animated.jxl").data
            let data = whole.prefix(whole.count * 6 / 10)
            let error = #expect(throws: WebImageError.self) { try JXLCoder().decode(data, context: DecodeContext()) }
            #expect(error?.code == .truncated)
            var options = DecodeOptions()
            options.allowsTruncated = true
            let image = try JXLCoder().decode(data, context: DecodeContext(options: options))
            #expect(image.isTruncated)
            #expect((1..<4).contains(image.info.frameCount))
            #expect(PixelDifference(image.bitmap, try CodecFixture("animated.jxl").expected(0)).largest == 0)
        }

        @Test("A last frame that is cut is an error when it is asked for")
        func cutLastFrame() throws {
            let data = try CodecFixture("animated.jxl").data.dropLast(20)
            let animation = try #require(try JXLCoder().decode(data, context: DecodeContext()).animation)
            let error = #expect(throws: WebImageError.self) { try animation.frame(at: 3, token: CancellationToken()) }
            #expect(error?.code == .truncated)
            let frame = try animation.frame(at: 2, token: CancellationToken())
            #expect(PixelDifference(frame, try CodecFixture("animated.jxl").expected(2)).largest == 0)
        }

        @Test("Damaged files end in an error")
        func damaged() throws {
            let data = try CodecFixture("lossless.jxl").data
            for count in stride(from: 12, to: data.count, by: 13) {
                #expect(throws: WebImageError.self) {
                    try JXLCoder().decode(data.prefix(count), context: DecodeContext())
                }
            }
            for _ in 0..<100 {
                var noisy = data
                for _ in 0..<3 { noisy[Int.random(in: 2..<noisy.count)] = UInt8.random(in: 0...255) }
                var options = DecodeOptions()
                options.limits = DecodeLimits(maximumPixels: 1 << 20)
                _ = try? JXLCoder().decode(noisy, context: DecodeContext(options: options))
            }
        }

        @Test("DEC-22 limits: pixels and frames")
        func limits() throws {
            var options = DecodeOptions()
            options.limits = DecodeLimits(maximumPixels: 26 * 18 - 1)
            #expect(throws: WebImageError.self) { try CodecFixture("lossless.jxl").decoded(options) }
            options.limits = DecodeLimits(maximumFrames: 3)
            let error = #expect(throws: WebImageError.self) { try CodecFixture("animated.jxl").decoded(options) }
            #expect(error?.code == .tooManyPixels)
        }

        @Test("Written without loss, pixels, frames and plays stay; with loss they stay close")
        func writing() throws {
            var lossless = EncodeContext(format: .jxl)
            lossless.options.isLossless = true
            let image = try CodecFixture("lossy-alpha.jxl").decoded()
            let exact = try JXLCoder().decode(JXLCoder().encode(image, context: lossless), context: DecodeContext())
            #expect(PixelDifference(exact.bitmap, image.bitmap.packedBytes).largest == 0)
            let lossy = EncodeContext(format: .jxl, options: EncodeOptions(quality: 0.9))
            let close = try JXLCoder().decode(JXLCoder().encode(image, context: lossy), context: DecodeContext())
            #expect(PixelDifference(close.bitmap, image.bitmap.packedBytes).mean <= 4)
            lossless.options.loopCount = 3
            let animated = try CodecFixture("animated.jxl").decoded()
            let copy = try JXLCoder().decode(JXLCoder().encode(animated, context: lossless), context: DecodeContext())
            #expect(copy.animation?.loopCount == 3)
            #expect(copy.animation?.durations == animated.animation?.durations)
            let last = try #require(try copy.animation?.frame(at: 3, token: CancellationToken()))
            #expect(PixelDifference(last, try CodecFixture("animated.jxl").expected(3)).largest == 0)
        }
    }
#endif
