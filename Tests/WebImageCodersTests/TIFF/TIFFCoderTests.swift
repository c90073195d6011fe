#if TIFF
    import FoundationEssentials
    import Testing
    import WebImageCore
    @testable import WebImageCoders

    @Suite(.timeLimit(.minutes(5)))
    struct TIFFCoderTests {
        @Test(
            "Every kind shows what Pillow and the formulas say, within one step",
            arguments: [
                "strips-lzw.tif", "straight-deflate.tif", "gray.tif", "palette.tif", "bilevel.tif", "tiles.tif",
                "planar.tif", "deep-le.tif", "deep-be.tif", "gray-deep-alpha.tif", "associated.tif", "unspecified.tif",
                "float.tif", "cmyk.tif", "cmyk-deep.tif", "p3.tif",
            ])
        func kinds(name: String) throws {
            let fixture = CodecFixture(name)
            let image = try fixture.decoded()
            #expect(PixelDifference(image.bitmap, try fixture.expected()).largest <= 1)
            #expect(image.info.format == .tiff)
            #expect(image.info == (try fixture.info))
        }

        @Test("Lab under D50: white is white")
        func lab() throws {
            let fixture = CodecFixture("lab.tif")
            // L, a and b have 8 bits: a step of b is many of a blue that is nearly absent.
            let difference = PixelDifference(try fixture.decoded().bitmap, try fixture.expected())
            #expect(difference.largest <= 16 && difference.mean <= 1, "\(difference)")
        }

        @Test("DEC-20 all eight orientations stand upright, and so does the JPEG twin")
        func orientations() throws {
            for orientation in 1...8 {
                let fixture = CodecFixture("orientation-\(orientation).tif")
                let image = try fixture.decoded()
                #expect(PixelDifference(image.bitmap, try fixture.expected()).largest == 0, "\(fixture)")
                #expect(image.info.orientation.rawValue == orientation)
                #expect(image.info.storedSize == PixelSize(width: 26, height: 18))
                #expect(image.info.size == image.bitmap.size)
            }
            let twin = CodecFixture("orientation-6-jpeg.tif")
            #expect(PixelDifference(try twin.decoded().bitmap, try twin.expected()).largest <= 1)
        }

        @Test("DEC-20 pages of different sizes: the first by default, the count in info, each by its number")
        func pages() throws {
            let fixture = CodecFixture("pages.tif")
            #expect(try fixture.info.pageCount == 3)
            #expect(try fixture.info.frameCount == 1)
            for page in 0..<3 {
                var options = DecodeOptions()
                options.page = page
                let image = try fixture.decoded(options)
                #expect(PixelDifference(image.bitmap, try fixture.expected(page)).largest == 0)
                #expect(image.info.pageCount == 3)
            }
            var options = DecodeOptions()
            options.page = 3
            let error = #expect(throws: WebImageError.self) { try fixture.decoded(options) }
            #expect(error?.code == .corruptImage)
        }

        @Test("THUMB-03 a thumbnail has the planned size and the full picture's colors, turned")
        func thumbnails() throws {
            for orientation in [1, 6] {
                let fixture = CodecFixture("orientation-\(orientation).tif")
                let full = try fixture.decoded().bitmap
                let small = try fixture.decoded(DecodeOptions(thumbnail: ThumbnailSize(9))).bitmap
                let plan = ThumbnailSize(9).plan(for: full.size)
                #expect(small.size == plan.size)
                // Filtered before the turn instead of after it: the axes come in another order, each is rounded.
                let difference = PixelDifference(small, try full.resampled(plan).packedBytes)
                #expect(difference.largest <= 4 && difference.mean <= 0.5, "\(difference)")
            }
        }

        @Test("A background is painted below clear pixels")
        func background() throws {
            var options = DecodeOptions()
            options.background = .white
            let bitmap = try CodecFixture("straight-deflate.tif").decoded(options).bitmap
            #expect(bitmap.isOpaque)
            #expect(bitmap[0, 17] == .white)
        }

        @Test("A cut file is truncated, or its whole part where that is allowed", arguments: [100, 900, 1200])
        func truncated(count: Int) throws {
            let data = try CodecFixture("deep-le.tif").data
            // The directory stands behind the pixels: put it first, then cut.
            let whole = Self.directoryFirst(data)
            #expect(PixelDifference(try decode(whole).bitmap, try CodecFixture("deep-le.tif").expected()).largest == 0)
            let cut = whole.prefix(whole.count - count)
            let error = #expect(throws: WebImageError.self) { try decode(cut) }
            #expect(error?.code == .truncated)
        }

        @Test("Limits hold before memory is taken")
        func limits() throws {
            var options = DecodeOptions()
            options.limits = DecodeLimits(maximumPixels: 26 * 18 - 1)
            for name in ["strips-lzw.tif", "tiles.tif", "cmyk-deep.tif"] {
                let error = #expect(throws: WebImageError.self) { try CodecFixture(name).decoded(options) }
                #expect(error?.code == .tooManyPixels)
            }
        }

        @Test("A header alone, no header, and noise are errors, not crashes")
        func damaged() throws {
            let data = try CodecFixture("strips-lzw.tif").data
            for count in 4..<min(600, data.count) {
                let error = #expect(throws: WebImageError.self) { try decode(data.prefix(count)) }
                #expect([.truncated, .corruptImage].contains(error?.code))
            }
            var random = SystemRandomNumberGenerator()
            for _ in 0..<300 {
                var noisy = data
                for _ in 0..<6 { noisy[Int.random(in: 8..<noisy.count, using: &random)] = UInt8.random(in: 0...255) }
                _ = try? decode(noisy)
            }
        }

        @Test("What is written is read back as it was, by libtiff's own tags")
        func writing() throws {
            for name in ["strips-lzw.tif", "straight-deflate.tif"] {
                let image = try CodecFixture(name).decoded()
                let data = try CoderManager.standard.encode(image, context: EncodeContext(format: .tiff))
                let back = try decode(data)
                #expect(PixelDifference(back.bitmap, image.bitmap.packedBytes).largest == 0)
                #expect(back.info.hasAlpha == image.info.hasAlpha)
            }
        }

        @Test("A cancelled decode ends at once")
        func cancelled() throws {
            let token = CancellationToken()
            token.cancel()
            let data = try CodecFixture("strips-lzw.tif").data
            let error = #expect(throws: WebImageError.self) {
                try TIFFCoder().decode(data, context: DecodeContext(token: token))
            }
            #expect(error?.code == .cancelled)
        }

        private func decode(_ data: Data) throws -> DecodedImage {
            try CoderManager.standard.decode(data, context: DecodeContext(format: .tiff))
        }

        /// The same file with its directory at the front: the pixels move to the end.
        private static func directoryFirst(_ data: Data) -> Data {
            let bytes = [UInt8](data)
            func long(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
            let directory = long(4)
            let moved = bytes.count - directory
            var tail = Array(bytes[directory...])
            let count = Int(tail[0]) | Int(tail[1]) << 8
            func put(_ value: Int, _ at: Int) {
                for byte in 0..<4 { tail[at + byte] = UInt8(value >> (8 * byte) & 255) }
            }
            for entry in 0..<count {
                let at = 2 + entry * 12
                let tag = Int(tail[at]) | Int(tail[at + 1]) << 8
                let kind = Int(tail[at + 2])
                let values = long(directory + at + 4)
                let size = values * (kind == 3 ? 2 : 4)
                if tag == 273 {
                    put(8 + moved, at + 8)
                } else if size > 4 {
                    put(long(directory + at + 8) - directory + 8, at + 8)
                }
            }
            return Data(bytes[0..<4] + [8, 0, 0, 0] + tail + bytes[8..<directory])
        }
    }
#endif
