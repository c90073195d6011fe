#if GTK
    import CWebImageGTK
    import Glibc
    import WebImage
    import WebImageGTK
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

        /// 28 animated cells at once: each goes on from frame to frame.
        static func cells() async throws {
            let stage = Stage(width: 720, height: 420)
            let (grid, pictures) = makeCells()
            await stage.show(grid)
            let displays = pictures.map { WidgetDisplay.picture($0.opaque) }
            for (index, display) in displays.enumerated() {
                let (image, _) = try frames(10, each: .milliseconds(40 + index), side: 96)
                display.show(DisplayUpdate(kind: .final, image: image))
            }
            await stage.wait("the third frame of all") {
                displays.allSatisfy { ($0.player()?.currentFrameIndex ?? 0) >= 2 }
            }
            print("playing=\(displays.allSatisfy { $0.player()?.isPlaying == true })")
        }

        /// 28 pictures of 96 × 96 pixels in seven columns.
        static func makeCells() -> (grid: Widget, pictures: [Widget]) {
            let grid: Widget = gtk_grid_new()
            let pictures = (0..<28).map { cell in
                let picture: Widget = gtk_picture_new()
                gtk_widget_set_size_request(picture, 96, 96)
                gtk_grid_attach(
                    UnsafeMutablePointer<GtkGrid>(grid.opaque), picture, Int32(cell % 7), Int32(cell / 7), 1, 1)
                return picture
            }
            return (grid, pictures)
        }
    }
#endif
