internal import CWebImageCairo
internal import WebImageCore

/// A cairo context that draws straight into the memory of a picture that is being made.
///
/// Owns the context, its surface and the memory; what is drawn from is kept until the canvas is finished.
struct CairoCanvas: ~Copyable {
    let size: PixelSize
    /// The context, for the calls that draw.
    let context: OpaquePointer
    private let handles: Handles
    private let buffer: BitmapBuffer

    /// Frees the context and the surface; a class, so that parts of the canvas may be moved out.
    private final class Handles {
        let surface: OpaquePointer
        let context: OpaquePointer

        init(surface: OpaquePointer, context: OpaquePointer) {
            self.surface = surface
            self.context = context
        }

        deinit {
            cairo_destroy(context)
            cairo_surface_destroy(surface)
        }
    }

    /// The longest side that cairo draws on.
    static let longestSide = 32_767

    /// A clear canvas.
    init(_ size: PixelSize) throws(WebImageError) { try self.init(buffer: .edited(size)) }

    /// A canvas that shows `picture`.
    init(copying picture: Bitmap) throws(WebImageError) {
        let buffer = try BitmapBuffer.edited(picture.size, zeroed: false)
        buffer.copyPixels(of: picture)
        try self.init(buffer: buffer)
    }

    private init(buffer: consuming BitmapBuffer) throws(WebImageError) {
        let size = buffer.size
        let surface = try Self.surface(buffer.baseAddress, size, buffer.bytesPerRow)
        guard let context = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            throw WebImageError(.tooManyPixels, "There is no memory to draw on a picture of \(size) pixels.")
        }
        self.size = size
        self.context = context
        handles = Handles(surface: surface, context: context)
        self.buffer = buffer
    }

    private static func surface(
        _ pixels: UnsafeMutableRawPointer, _ size: PixelSize, _ bytesPerRow: Int
    ) throws(WebImageError) -> OpaquePointer {
        guard max(size.width, size.height) <= longestSide, bytesPerRow <= Int(Int32.max) else {
            throw .edit(
                "Pictures with a side over \(longestSide) pixels can't be drawn on; this one is \(size): make it smaller first."
            )
        }
        let surface = cairo_image_surface_create_for_data(
            pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height),
            Int32(bytesPerRow))
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            throw WebImageError(.tooManyPixels, "There is no memory to draw on a picture of \(size) pixels.")
        }
        return surface
    }

    /// Makes `picture` what is drawn with inside of `body`, its top left corner at `x`, `y`.
    func drawing(_ picture: Bitmap, x: Int = 0, y: Int = 0, _ body: () -> Void) throws(WebImageError) {
        try picture.withRows { rows throws(WebImageError) in
            // cairo only reads what it draws with.
            let pixels = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(rows))
            let surface = try Self.surface(pixels, picture.size, picture.bytesPerRow)
            cairo_set_source_surface(context, surface, Double(x), Double(y))
            cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
            body()
            // The memory may go after this call: nothing may refer to it.
            cairo_set_source_rgba(context, 0, 0, 0, 0)
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }

    func setColor(_ color: PixelColor) {
        cairo_set_source_rgba(
            context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
            Double(color.alpha) / 255)
    }

    func setBlendMode(_ mode: BlendMode) { cairo_set_operator(context, mode.cairoOperator) }

    /// Ends the drawing.
    ///
    /// - Throws: ``WebImageError/Code/editFailed`` with cairo's own words where something went wrong.
    consuming func finish(isOpaque: Bool) throws(WebImageError) -> Bitmap {
        cairo_surface_flush(handles.surface)
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw WebImageError(
                .editFailed, "The picture could not be drawn.",
                underlying: String(cString: cairo_status_to_string(status)))
        }
        return buffer.finish(isOpaque: isOpaque)
    }
}
