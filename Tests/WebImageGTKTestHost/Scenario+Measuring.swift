#if GTK
    import CWebImageGTK
    import FoundationEssentials
    import Glibc
    import WebImage
    import WebImageGTK
    import WebImageTesting

    /// What `Benchmarks/window.py` runs, each in a process of its own: `NAME MILLISECONDS SECONDS`.
    extension Scenario {
        private static let frameCount = 10
        private static let side = 96

        /// How long a frame is shown, and how long is measured.
        private static var arguments: (frame: Duration, seconds: Double) {
            let numbers = CommandLine.arguments.dropFirst(2).compactMap { Double($0) }
            return (.milliseconds(numbers.first ?? 40), numbers.dropFirst().first ?? 3)
        }

        /// The file of an animation in which everything moves.
        private static func file(_ cell: Int) throws -> Data {
            let size = PixelSize(width: side, height: side)
            let frames = try (0..<frameCount).map { number in
                let buffer = try BitmapBuffer(size)
                for y in 0..<side {
                    let row = buffer.row(y).assumingMemoryBound(to: UInt32.self)
                    for x in 0..<side {
                        let color = PixelColor(
                            red: UInt8((x * 2 + number * 25) & 255), green: UInt8((y * 2 + cell * 9) & 255), blue: 100)
                        row[x] = color.premultipliedBGRA
                    }
                }
                return buffer.finish(isOpaque: true)
            }
            let source = try FrameListSource(
                frames, durations: Array(repeating: arguments.frame, count: frameCount))
            var info = ImageInfo(format: .webp, size: size)
            info.frameCount = frameCount
            info.durations = source.durations
            let image = DecodedImage(bitmap: frames[0], animation: source, info: info)
            var options = EncodeOptions()
            options.isLossless = true
            return try CoderManager.standard.encode(image, context: EncodeContext(format: .webp, options: options))
        }

        private static func decoded(_ cell: Int) throws -> DecodedImage {
            try CoderManager.standard.decode(file(cell), context: DecodeContext())
        }

        /// 28 cells that play files.
        static func measureCells() async throws {
            let stage = Stage(width: 720, height: 420)
            let (grid, pictures) = makeCells()
            await stage.show(grid)
            let displays = pictures.map { WidgetDisplay.picture($0.opaque) }
            for (index, display) in displays.enumerated() {
                display.show(DisplayUpdate(kind: .final, image: try decoded(index)))
            }
            // The first loop decodes.
            await stage.wait("all frames") { displays.allSatisfy { $0.player()?.bufferedFrameCount == frameCount } }
            let before = FramePool.shared.decodeCount
            try await FrameMeter(stage.window).measure(seconds: arguments.seconds)
            print("keptBytes=\(FramePool.shared.keptBytes)\ndecoded=\(FramePool.shared.decodeCount - before)")
            print("frameBytes=\(pictures.count * frameCount * side * side * 4)")
        }

        /// The same pictures in the same cells by GTK alone: textures that are ready, and a callback a cell that puts the one
        /// that is due onto its widget.
        static func measureBareCells() async throws {
            let stage = Stage(width: 720, height: 420)
            let (grid, pictures) = makeCells()
            await stage.show(grid)
            var cells: [BareCell] = []
            for (index, picture) in pictures.enumerated() {
                guard let source = try decoded(index).animation else { throw CancellationError() }
                let textures = try (0..<frameCount).map {
                    try texture(source.frame(at: $0, token: CancellationToken()))
                }
                let cell = BareCell(picture: picture.opaque, textures: textures, frame: arguments.frame)
                cells.append(cell)
                gtk_widget_add_tick_callback(
                    picture,
                    { _, clock, data in
                        guard let data, let clock else { return 0 }
                        let cell = Unmanaged<BareCell>.fromOpaque(data).takeUnretainedValue()
                        let now = Int64(gdk_frame_clock_get_frame_time(clock))
                        MainActor.assumeIsolated { cell.tick(now) }
                        return 1
                    }, Unmanaged.passUnretained(cell).toOpaque(), nil)
            }
            await stage.settle()
            try await FrameMeter(stage.window).measure(seconds: arguments.seconds)
            withExtendedLifetime(cells) {}
        }

        @MainActor
        private final class BareCell {
            private let picture: OpaquePointer
            private let textures: [UnsafeMutableRawPointer]
            private let frame: Int64
            private var due: Int64 = 0
            private var index = 0

            init(picture: OpaquePointer, textures: [UnsafeMutableRawPointer], frame: Duration) {
                self.picture = picture
                self.textures = textures
                self.frame = Int64(frame / .microseconds(1))
            }

            func tick(_ now: Int64) {
                guard now >= due else { return }
                due = max(due + frame, now)
                gtk_picture_set_paintable(picture, OpaquePointer(textures[index]))
                index = (index + 1) % textures.count
            }
        }

        private static func texture(_ bitmap: Bitmap) -> UnsafeMutableRawPointer {
            let memory = bitmap.retainedBytes()
            return wi_texture_new(
                memory.pointer, Int32(bitmap.width), Int32(bitmap.height), bitmap.bytesPerRow, memory.owner,
                memory.release)
        }

        /// From the call of `setImage` to the texture in the widget, for pictures that are in memory; and a texture over the
        /// same bytes, put onto a `GtkPicture` by GTK's own functions.
        static func measureHits() async throws {
            let stage = Stage()
            let cache = StandardImageCache(memory: MemoryCache(pressureSource: nil), disk: nil)
            let manager = ImageManager(ImageManager.Configuration(cache: cache, loader: stage.loader))
            let picture: Widget = gtk_picture_new()
            let bare: Widget = gtk_picture_new()
            let display = WidgetDisplay.picture(picture.opaque)
            var options = DisplayOptions(manager: manager)
            options.fit = nil
            let bitmaps = try (0..<100).map { index in
                try Bitmap(
                    PixelSize(width: side, height: side), color: PixelColor(red: UInt8(index), green: 0, blue: 0))
            }
            let requests = bitmaps.enumerated().map { index, bitmap in
                let request = ImageRequest("https://example.org/\(index)")
                cache.storeInMemory(
                    DecodedImage(bitmap: bitmap, info: ImageInfo(format: .png, size: bitmap.size)),
                    for: manager.cacheKeys(for: request).image)
                return request
            }
            var (times, bareTimes): ([Double], [Double]) = ([], [])
            let clock = ContinuousClock()
            for _ in 0..<20 {
                var shown = 0
                let time = clock.measure {
                    for index in 0..<1000 {
                        display.setImage(with: requests[index % 100], options: options)
                        if display.image()?.bitmap.sharesMemory(with: bitmaps[index % 100]) == true { shown += 1 }
                    }
                }
                guard shown == 1000 else { return print("error=only \(shown) of 1000 memory hits were shown at once") }
                times.append(time / .nanoseconds(1000))
                let bareTime = clock.measure {
                    for index in 0..<1000 {
                        let texture = texture(bitmaps[index % 100])
                        gtk_picture_set_paintable(bare.opaque, OpaquePointer(texture))
                        g_object_unref(texture)
                    }
                }
                bareTimes.append(bareTime / .nanoseconds(1000))
            }
            print("nanosecondsPerHit=\(times.sorted()[10])\nbareNanoseconds=\(bareTimes.sorted()[10])")
        }
    }
#endif
