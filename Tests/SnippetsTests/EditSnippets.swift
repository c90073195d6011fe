import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// Thumbnails, Editing and Playing animations.
struct EditSnippets {
    @Test("A thumbnail in a box")
    func thumbnail() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        // snippet thumbnail
        let box = ThumbnailSize(PixelSize(width: 320, height: 180), fit: .cover)
        let request = ImageRequest("https://example.org/photo.jpg", editor: .thumbnail(box))
        let image = try await manager.image(for: request).image
        // end
        #expect(image.size == PixelSize(width: 320, height: 180))
    }

    @Test("Several sizes of one picture")
    func sizes() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        // snippet sizes
        let small = ImageRequest("https://example.org/photo.jpg", editor: .thumbnail(128))
        let large = ImageRequest("https://example.org/photo.jpg", editor: .thumbnail(512))
        async let one = manager.image(for: small)
        async let other = manager.image(for: large)
        print(try await one.image.size, try await other.image.size)
        // end
        #expect(try await one.image.size.width == 128)
        #expect(try await other.image.size.width == 512)
    }

    @Test("A file of at most so many bytes")
    func write() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let image = try await place.manager.image(for: ImageRequest("https://example.org/photo.jpg")).image
        // snippet write
        var options = EncodeOptions(quality: 0.85)
        options.maximumPixelSize = PixelSize(width: 1024, height: 1024)
        options.maximumBytes = 60_000
        options.isProgressive = true
        let file = try CoderManager.standard.encode(image, context: EncodeContext(format: .jpeg, options: options))
        // end
        #expect(file.count <= 60_000)
    }

    @Test("A chain of edits")
    func chain() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        // snippet chain
        let editor: ImageEditor =
            .resize(PixelSize(width: 200, height: 200), fit: .cover)
            + .adjust(saturation: 0.5, brightness: 0.05)
            + .roundedCorners(.fraction(0.5), border: Border(width: 4, color: .white))
        let image = try await manager.image(for: ImageRequest("https://example.org/photo.jpg", editor: editor)).image
        print(image.editKey ?? "an original")
        // end
        #expect(image.size == PixelSize(width: 200, height: 200))
        #expect(image.bitmap[0, 0].alpha == 0)
    }

    @Test("All that a view does, done once")
    func common() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        // snippet common
        let avatar: ImageEditor = .common(
            viewSize: (width: 64, height: 64), corners: .all, cornerRadius: 32, borderWidth: 2,
            borderColor: .white, scale: 2)
        let image = try await manager.image(for: ImageRequest("https://example.org/photo.jpg", editor: avatar)).image
        // end
        #expect(image.size.width == image.size.height)
    }

    @Test("An edit of the program's own")
    func ownEdit() throws {
        let bitmap = try Bitmap.drawn(2, 1) { x, _ in x == 0 ? 0xFF10_2030 : 0xFF10_D030 }
        let edited = try bitmap.edited(by: .threshold(128))
        #expect(edited.pixels == [0xFF00_0000, 0xFF10_D030])
    }

    @Test("An animation in the hands of a program that draws by itself")
    func player() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        let screen = Screen()
        func draw(_ frame: Bitmap) { screen.show("frame") }
        // snippet player
        let image = try await manager.image(for: ImageRequest("https://example.org/spinner.gif")).image
        guard let player = AnimationPlayer(image) else { return draw(image.bitmap) }
        player.play()

        // At each tick of the display's clock:
        let now: Duration = .zero
        if let frame = player.tick(at: now) { draw(frame) }
        if let next = player.nextTick(after: now) { print("nothing changes before", next) }
        // end
        #expect(player.frameCount == image.info.frameCount)
        #expect(screen.texts.count == 1)
    }

    @Test("How an animation is played")
    func playerOptions() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let image = try await place.manager.image(for: ImageRequest("https://example.org/spinner.gif")).image
        // snippet player options
        var options = AnimationPlayer.Options(mode: .bounce, rate: 2, loopCount: 3)
        options.editor = .grayscale
        let player = AnimationPlayer(image, options: options)
        player?.onEnd = { print("three loops are over") }
        player?.seek(to: 5)
        // end
        #expect(player?.loopCount == 3)
    }

    @Test("An animation from one format to another, edited")
    func convert() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        // snippet convert
        let request = ImageRequest("https://example.org/spinner.gif", editor: .thumbnail(64))
        let image = try await manager.image(for: request).image
        let file = try CoderManager.standard.encode(image, context: EncodeContext(format: .webp))
        // end
        let again = try CoderManager.standard.decode(file, context: DecodeContext())
        #expect(again.info.frameCount == image.info.frameCount)
    }

    @Test("Frames of the program's own")
    func frames() throws {
        // snippet frames
        let size = PixelSize(width: 64, height: 64)
        let durations = Array(repeating: Duration.milliseconds(50), count: 60)
        let source = try FrameListSource(size: size, durations: durations) { index, _ in
            let buffer = try BitmapBuffer(size)
            buffer.row(index).storeBytes(of: 0xFFFF_FFFF, as: UInt32.self)
            return buffer.finish(isOpaque: false)
        }
        let player = AnimationPlayer(source: source)
        // end
        #expect(player?.frameCount == 60)
    }
}

// snippet own edit
extension ImageEditor {
    /// Keeps every pixel whose green is at least `level`, and makes the others black.
    static func threshold(_ level: UInt32) -> ImageEditor {
        .filter(key: "threshold(\(level))") { bitmap, context in
            let buffer = try BitmapBuffer(bitmap.size)
            buffer.copyPixels(of: bitmap)
            for y in 0..<bitmap.height {
                try context.token.check()
                let row = buffer.row(y).assumingMemoryBound(to: UInt32.self)
                for x in 0..<bitmap.width where row[x] >> 8 & 255 < level { row[x] &= 0xFF00_0000 }
            }
            return buffer.finish(isOpaque: bitmap.isOpaque)
        }
    }
}
// end
