#if GTK
    import CWebImageGTK
    import Glibc
    import WebImage
    @testable import WebImageGTK
    import WebImageTesting

    extension Scenario {
        /// Frames in different colors.
        private static func frames(_ count: Int, each duration: Duration, loops: Int = 0, side: Int = 64) throws
            -> (image: DecodedImage, colors: [PixelColor])
        {
            let colors = (0..<count).map { PixelColor(red: UInt8(20 * $0), green: UInt8(255 - 20 * $0), blue: 100) }
            let size = PixelSize(width: side, height: side)
            let bitmaps = try colors.map { try Bitmap(size, color: $0) }
            let source = try FrameListSource(
                bitmaps, durations: Array(repeating: duration, count: count), loopCount: loops)
            var info = ImageInfo(format: .gif, size: size)
            info.frameCount = count
            return (DecodedImage(bitmap: bitmaps[0], animation: source, info: info), colors)
        }

        static func animation() async throws {
            let stage = Stage()
            let picture: Widget = gtk_picture_new()
            await stage.show(picture)
            let display = WidgetDisplay.picture(picture.opaque)
            let (image, colors) = try frames(8, each: .milliseconds(100), loops: 2)
            var update = DisplayUpdate(kind: .final, image: image)
            update.key = .image
            display.show(update)
            guard let player = display.player() else { return print("error=no player") }
            var wrong = 0
            var order: [Int] = []
            while !player.hasEnded {
                await stage.nextFrame()
                // What is drawn is the frame that the player gave out last.
                let shown = player.currentFrameIndex
                await stage.nextFrame()
                let drawn = stage.pixel(picture)
                let candidates = [colors[shown], colors[player.currentFrameIndex]]
                if let drawn, !candidates.contains(drawn) { wrong += 1 }
                if order.last != shown { order.append(shown) }
            }
            await stage.settle()
            let isOrdered = zip(order, order.dropFirst()).allSatisfy { $0 < $1 || $1 < 3 }
            print("wrong=\(wrong)\nordered=\(isOrdered)\nlast=\(player.currentFrameIndex)")
            print("end=\(stage.pixel(picture) == colors[7])\nclock=\(display.isClockRunning)")
        }

        /// ANIM-06: each change of an animated view is seen at once.
        static func replace() async throws {
            let stage = Stage()
            let picture: Widget = gtk_picture_new()
            await stage.show(picture)
            let display = WidgetDisplay.picture(picture.opaque)
            let first = stage.address("first", Palette.red, frames: 5)
            _ = await display.setImage(with: first, options: stage.options).result
            await stage.settle()
            print("plays=\(display.player()?.isPlaying == true)\nclock=\(display.isClockRunning)")
            weak let old = display.player()
            _ = await display.setImage(with: stage.address("still", Palette.blue), options: stage.options).result
            await stage.settle()
            print("still=\(stage.pixel(picture) as Any)\noldGone=\(old == nil)\nstillClock=\(display.isClockRunning)")
            display.setImage(with: first, options: stage.options)
            print("restarts=\(display.player()?.currentFrameIndex == 0 && display.player()?.isPlaying == true)")
            display.setImage(with: nil, options: stage.options)
            await stage.settle()
            print(
                "cleared=\(display.player() == nil && !display.isClockRunning && stage.pixel(picture) != Palette.red)")
        }

        /// E-34, MEM-02: nothing wakes up for a hidden animation, and its frames are gone.
        static func hidden() async throws {
            let stage = Stage()
            let stack: Widget = gtk_stack_new()
            let picture: Widget = gtk_picture_new()
            let other: Widget = gtk_label_new("other")
            gtk_stack_add_named(stack.opaque, picture, "picture")
            gtk_stack_add_named(stack.opaque, other, "other")
            await stage.show(stack)
            let display = WidgetDisplay.picture(picture.opaque)
            let (image, _) = try frames(8, each: .milliseconds(50))
            display.show(DisplayUpdate(kind: .final, image: image))
            await stage.wait("frames") { display.player()?.bufferedFrameCount == 8 }
            await stage.settle()
            gtk_stack_set_visible_child(stack.opaque, other)
            await stage.settle()
            let held = display.player()?.currentFrameIndex
            print("clock=\(display.isClockRunning)\nkept=\(FramePool.shared.keptBytes)")
            for _ in 0..<20 { await stage.nextFrame() }
            print("held=\(display.player()?.currentFrameIndex == held)")
            gtk_stack_set_visible_child(stack.opaque, picture)
            await stage.settle()
            print("again=\(display.isClockRunning)")
            await stage.wait("the next frame") { display.player()?.currentFrameIndex != held }
        }

        /// 28 animated cells for some seconds: what they cost.
        static func cells() async throws {
            let stage = Stage(width: 720, height: 420)
            let grid: Widget = gtk_grid_new()
            var displays: [WidgetDisplay] = []
            for cell in 0..<28 {
                let picture: Widget = gtk_picture_new()
                gtk_widget_set_size_request(picture, 96, 96)
                gtk_grid_attach(
                    UnsafeMutablePointer<GtkGrid>(grid.opaque), picture, Int32(cell % 7), Int32(cell / 7), 1, 1)
                displays.append(WidgetDisplay.picture(picture.opaque))
            }
            await stage.show(grid)
            for (index, display) in displays.enumerated() {
                let (image, _) = try frames(10, each: .milliseconds(40 + index), side: 96)
                display.show(DisplayUpdate(kind: .final, image: image))
            }
            await stage.settle()
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            let before = seconds(usage.ru_utime) + seconds(usage.ru_stime)
            let start = ContinuousClock.now
            try await Task.sleep(for: .seconds(3))
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            let used = seconds(usage.ru_utime) + seconds(usage.ru_stime) - before
            let share = used / ((ContinuousClock.now - start) / .seconds(1)) * 100
            print("cpuPercent=\(Int(share))\nkeptBytes=\(FramePool.shared.keptBytes)")
            print("playing=\(displays.allSatisfy { $0.player()?.isPlaying == true })")
            for display in displays { display.show(DisplayUpdate(kind: .placeholder, image: nil)) }
            // The cost of a tick alone: no drawing, 28 players that all have a new frame.
            let players = try (0..<28).map { _ in
                try AnimationPlayer(frames(10, each: .milliseconds(40)).image)
            }.compactMap { $0 }
            for player in players { player.play() }
            for player in players {
                await stage.wait("frames") { player.bufferedFrameCount == 10 }
                _ = player.tick(at: .zero)
            }
            let clock = ContinuousClock()
            let time = clock.measure {
                for tick in 1...100 {
                    for player in players { _ = player.tick(at: .milliseconds(40 * tick)) }
                }
            }
            print("microsecondsPerTick=\(Int(time / .microseconds(100)))")
            print("nanosecondsPerHit=\(try await nanosecondsPerHit(stage))")
        }

        /// From the call of `setImage` to the texture in the widget, for pictures that are in memory.
        private static func nanosecondsPerHit(_ stage: Stage) async throws -> Int {
            let cache = StandardImageCache(memory: MemoryCache(pressureSource: nil), disk: nil)
            let manager = ImageManager(ImageManager.Configuration(cache: cache, loader: stage.loader))
            let size = PixelSize(width: 96, height: 96)
            let picture: Widget = gtk_picture_new()
            let display = WidgetDisplay.picture(picture.opaque)
            var options = DisplayOptions(manager: manager)
            options.fit = nil
            let requests = try (0..<100).map { index in
                let request = ImageRequest("https://example.org/\(index)")
                let color = PixelColor(red: UInt8(index), green: 0, blue: 0)
                let image = DecodedImage(
                    bitmap: try Bitmap(size, color: color), info: ImageInfo(format: .png, size: size))
                cache.storeInMemory(image, for: manager.cacheKeys(for: request).image)
                return request
            }
            var shown = 0
            let time = ContinuousClock().measure {
                for index in 0..<5000 {
                    display.setImage(with: requests[index % 100], options: options)
                    if gtk_picture_get_paintable(picture.opaque) != nil { shown += 1 }
                }
            }
            guard shown == 5000 else {
                print("error=only \(shown) of 5000 memory hits were shown at once")
                return 0
            }
            return Int(time / .nanoseconds(5000))
        }

        private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    }
#endif
