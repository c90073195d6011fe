#if AVIF
    import FoundationEssentials
    import Testing
    import WebImageCore
    @testable import WebImageCoders

    @Suite(.timeLimit(.minutes(5)))
    struct AVIFCoderTests {
        @Test(
            "Subsampling, gray, alpha, depths and grids show what Pillow shows",
            arguments: ["420.avif", "444.avif", "mono.avif", "alpha.avif", "ten-bit.avif", "grid.avif"])
        func kinds(name: String) throws {
            let fixture = CodecFixture(name)
            let image = try fixture.decoded()
            #expect(PixelDifference(image.bitmap, try fixture.expected()).largest <= 1)
            #expect(image.info == (try fixture.info))
            #expect(image.info.hasAlpha == (name == "alpha.avif"))
            #expect(image.info.bitDepth == (name == "ten-bit.avif" ? 10 : 8))
            #expect(image.info.colorModel == (name == "mono.avif" ? .gray : .ycbcr))
        }

        @Test("Colors that are stored premultiplied aren't multiplied again")
        func premultiplied() throws {
            let fixture = CodecFixture("premultiplied.avif")
            let difference = PixelDifference(try fixture.decoded().bitmap, try fixture.expected())
            // Encoded apart from its twin, each with its own loss.
            #expect(difference.mean <= 1.5 && difference.largest <= 12, "\(difference)")
        }

        @Test("irot, then imir: all twelve, once", arguments: 0..<4, ["", "-imir0", "-imir1"])
        func turns(angle: Int, mirror: String) throws {
            let fixture = CodecFixture("irot\(angle)\(mirror).avif")
            let image = try fixture.decoded()
            #expect(PixelDifference(image.bitmap, try fixture.expected()).largest <= 1)
            #expect(try fixture.info.size == image.bitmap.size)
            #expect(try fixture.info.storedSize == PixelSize(width: 26, height: 18))
        }

        @Test("clap crops")
        func crop() throws {
            let fixture = CodecFixture("clap.avif")
            let image = try fixture.decoded()
            #expect(image.bitmap.size == PixelSize(width: 20, height: 12))
            #expect(image.info.size == image.bitmap.size)
            #expect(PixelDifference(image.bitmap, try fixture.expected()).largest <= 1)
        }

        @Test("DEC-15 wide colors by code points and by profile become sRGB")
        func wideColors() throws {
            for name in ["p3.avif", "icc.avif"] {
                let fixture = CodecFixture(name)
                #expect(PixelDifference(try fixture.decoded().bitmap, try fixture.expected()).largest <= 2)
            }
            // Expected from 8 bits, shown from 10: dark channels at the edge of sRGB differ by their rounding.
            let fixture = CodecFixture("p3-ten-bit.avif")
            let difference = PixelDifference(try fixture.decoded().bitmap, try fixture.expected())
            #expect(difference.largest <= 10 && difference.mean <= 1, "\(difference)")
            #expect(try fixture.info.profile == "Display P3")
            #expect(try CodecFixture("icc.avif").info.profile == "Test P3")
        }

        @Test("DEC-14 a sequence has all frames in any order, and its times")
        func sequence() throws {
            let fixture = CodecFixture("sequence.avif")
            let image = try fixture.decoded()
            let animation = try #require(image.animation)
            #expect(animation.frameCount == 3)
            #expect(animation.durations == [.milliseconds(40), .milliseconds(120), .milliseconds(80)])
            #expect(animation.loopCount == 0)
            for index in [0, 1, 2, 0, 2, 1] {
                let frame = try animation.frame(at: index, token: CancellationToken())
                #expect(PixelDifference(frame, try fixture.expected(index)).largest <= 1)
            }
            #expect(try fixture.info.frameCount == 3)
            let still = try fixture.decoded(DecodeOptions(firstFrameOnly: true))
            #expect(still.animation == nil && still.info.frameCount == 1)
        }

        @Test("A thumbnail of a turned picture, and of every frame")
        func thumbnails() throws {
            let options = DecodeOptions(thumbnail: ThumbnailSize(9))
            let turned = try CodecFixture("irot1.avif").decoded(options).bitmap
            #expect(turned.size == PixelSize(width: 6, height: 9))
            let animation = try #require(try CodecFixture("sequence.avif").decoded(options).animation)
            #expect(animation.size == PixelSize(width: 9, height: 6))
            #expect(try animation.frame(at: 2, token: CancellationToken()).size == animation.size)
        }

        @Test("Cut and damaged files end in an error")
        func damaged() throws {
            let data = try CodecFixture("420.avif").data
            for count in stride(from: 16, to: data.count, by: 7) {
                let error = #expect(throws: WebImageError.self) {
                    try AVIFCoder().decode(data.prefix(count), context: DecodeContext())
                }
                #expect([.truncated, .corruptImage].contains(error?.code))
            }
            for _ in 0..<100 {
                var noisy = data
                for _ in 0..<4 { noisy[Int.random(in: 0..<noisy.count)] = UInt8.random(in: 0...255) }
                _ = try? AVIFCoder().decode(noisy, context: DecodeContext())
            }
        }

        @Test("A cut sequence gives its whole frames where that is allowed")
        func cutSequence() throws {
            let fixture = CodecFixture("sequence.avif")
            let cut = try fixture.data.dropLast(40)
            let error = #expect(throws: WebImageError.self) { try AVIFCoder().decode(cut, context: DecodeContext()) }
            #expect(error?.code == .truncated)
            var options = DecodeOptions()
            options.allowsTruncated = true
            let image = try AVIFCoder().decode(cut, context: DecodeContext(options: options))
            #expect(image.isTruncated)
            #expect((image.animation?.frameCount ?? 1) < 3)
            #expect(PixelDifference(image.bitmap, try fixture.expected(0)).largest <= 1)
        }

        @Test("DEC-22 limits: pixels and frames")
        func limits() throws {
            var options = DecodeOptions()
            options.limits = DecodeLimits(maximumPixels: 26 * 18 - 1)
            #expect(throws: WebImageError.self) { try CodecFixture("420.avif").decoded(options) }
            options.limits = DecodeLimits(maximumFrames: 2)
            let error = #expect(throws: WebImageError.self) { try CodecFixture("sequence.avif").decoded(options) }
            #expect(error?.code == .tooManyPixels)
        }

        @Test("Written without loss, pixels stay; with loss they stay close; frames and times stay")
        func writing() throws {
            let image = try CodecFixture("alpha.avif").decoded()
            var lossless = EncodeContext(format: .avif)
            lossless.options.isLossless = true
            let exact = try AVIFCoder().decode(AVIFCoder().encode(image, context: lossless), context: DecodeContext())
            #expect(PixelDifference(exact.bitmap, image.bitmap.packedBytes).largest <= 1)
            let lossy = EncodeContext(format: .avif, options: EncodeOptions(quality: 0.9))
            let close = try AVIFCoder().decode(AVIFCoder().encode(image, context: lossy), context: DecodeContext())
            #expect(PixelDifference(close.bitmap, image.bitmap.packedBytes).mean <= 5)
            let animated = try CodecFixture("sequence.avif").decoded()
            let copy = try AVIFCoder().decode(AVIFCoder().encode(animated, context: lossless), context: DecodeContext())
            #expect(copy.animation?.durations == animated.animation?.durations)
            let last = try #require(try copy.animation?.frame(at: 2, token: CancellationToken()))
            #expect(PixelDifference(last, try CodecFixture("sequence.avif").expected(2)).largest <= 2)
        }
    }
#endif
