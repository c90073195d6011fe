#if SVG
    internal import CWebImageCairo
    internal import CWebImageSVG
    internal import FoundationEssentials
    internal import WebImageCore

    /// A parsed SVG: the one owner of a librsvg handle.
    ///
    /// The handle gets no base address, so librsvg loads nothing from outside; `data:` URLs work.
    final class SVGDocument {
        /// What CSS gives a picture that says nothing of its size (CSS Images 3, 5.1).
        static let defaultSize = (width: 300.0, height: 150.0)

        /// cairo's largest surface side.
        static let largestSide = 32_767

        private let rsvg: wi_svg_functions
        private let handle: OpaquePointer

        /// - Throws: ``WebImageError/Code/corruptImage``, ``WebImageError/Code/truncated``.
        init(_ data: Data) throws {
            var error: UnsafeMutablePointer<wi_svg_error>?
            let rsvg = try SVGLibrary.functions()
            let handle = data.withUnsafeBytes {
                rsvg.rsvg_handle_new_from_data(
                    $0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count, &error)
            }
            guard let handle else { throw Self.failure(rsvg, error, endsEarly: !Self.isClosed(data)) }
            self.rsvg = rsvg
            self.handle = handle
            rsvg.rsvg_handle_set_dpi(handle, 96)
        }

        deinit { rsvg.g_object_unref(UnsafeMutableRawPointer(handle)) }

        /// The size in CSS pixels: the root's own width and height; what is missing follows the shape of its view box,
        /// and without one ``defaultSize``.
        var size: (width: Double, height: Double) {
            var hasWidth: Int32 = 0
            var hasHeight: Int32 = 0
            var hasBox: Int32 = 0
            var width = wi_svg_length()
            var height = wi_svg_length()
            var box = wi_svg_rectangle()
            rsvg.rsvg_handle_get_intrinsic_dimensions(handle, &hasWidth, &width, &hasHeight, &height, &hasBox, &box)
            let ownWidth = hasWidth != 0 ? Self.pixels(width) : nil
            let ownHeight = hasHeight != 0 ? Self.pixels(height) : nil
            let shape = hasBox != 0 && box.width > 0 && box.height > 0 ? box.width / box.height : nil
            switch (ownWidth, ownHeight, shape) {
            case (let width?, let height?, _): return (width, height)
            case (let width?, nil, let shape?): return (width, width / shape)
            case (nil, let height?, let shape?): return (height * shape, height)
            case (nil, nil, .some): return (box.width, box.height)
            case (let width, let height, nil):
                return (width ?? Self.defaultSize.width, height ?? Self.defaultSize.height)
            }
        }

        /// A length in CSS pixels (CSS Values 4, 6.2), or nil where it depends on the surroundings.
        private static func pixels(_ length: wi_svg_length) -> Double? {
            let factor: Double
            switch length.unit {
            case WI_SVG_UNIT_PX: factor = 1
            case WI_SVG_UNIT_IN: factor = 96
            case WI_SVG_UNIT_CM: factor = 96 / 2.54
            case WI_SVG_UNIT_MM: factor = 96 / 25.4
            case WI_SVG_UNIT_PT: factor = 96 / 72
            case WI_SVG_UNIT_PC: factor = 16
            case WI_SVG_UNIT_EM: factor = 16
            case WI_SVG_UNIT_EX: factor = 8
            default: return nil
            }
            let value = length.length * factor
            return value > 0 && value.isFinite ? value : nil
        }

        /// Draws the whole document, stretched to `plan.scaled`, and of that what `plan.crop` shows.
        ///
        /// - Throws: ``WebImageError/Code/tooManyPixels``, ``WebImageError/Code/corruptImage``.
        func draw(_ plan: ThumbnailSize.Plan, background: PixelColor?) throws -> Bitmap {
            let size = plan.size
            guard size.width <= Self.largestSide, size.height <= Self.largestSide else {
                throw WebImageError(
                    .tooManyPixels,
                    "The drawing is \(size) pixels; a side can be \(Self.largestSide) at most. Ask for a smaller size.")
            }
            let buffer = try BitmapBuffer(size)
            let surface = cairo_image_surface_create_for_data(
                buffer.baseAddress.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(size.width),
                Int32(size.height), Int32(buffer.bytesPerRow))
            defer { cairo_surface_destroy(surface) }
            let canvas = cairo_create(surface)
            defer { cairo_destroy(canvas) }
            if let background {
                cairo_set_source_rgba(
                    canvas, Double(background.red) / 255, Double(background.green) / 255, Double(background.blue) / 255,
                    Double(background.alpha) / 255)
                cairo_paint(canvas)
            }
            let natural = self.size
            cairo_translate(canvas, -Double(plan.crop.x), -Double(plan.crop.y))
            cairo_scale(canvas, Double(plan.scaled.width) / natural.width, Double(plan.scaled.height) / natural.height)
            var viewport = wi_svg_rectangle(x: 0, y: 0, width: natural.width, height: natural.height)
            var error: UnsafeMutablePointer<wi_svg_error>?
            guard rsvg.rsvg_handle_render_document(handle, canvas, &viewport, &error) != 0 else {
                throw Self.failure(rsvg, error, endsEarly: false)
            }
            cairo_surface_finish(surface)
            return buffer.finish(isOpaque: background?.alpha == 255)
        }

        private static func failure(
            _ rsvg: wi_svg_functions, _ error: UnsafeMutablePointer<wi_svg_error>?, endsEarly: Bool
        ) -> WebImageError {
            defer { if let error { rsvg.g_error_free(error) } }
            let words = error.flatMap { $0.pointee.message.map { String(cString: $0) } }
            return endsEarly
                ? WebImageError(.truncated, "The SVG ends before its root does; load it again.", underlying: words)
                : WebImageError(.corruptImage, "The SVG can't be drawn.", underlying: words)
        }

        /// Whether the text has an end tag of an `svg` element near its end.
        private static func isClosed(_ data: Data) -> Bool {
            let tail = String(decoding: data.suffix(1024), as: UTF8.self).lowercased()
            return tail.contains("svg>") || tail.contains("/>")
        }
    }
#endif
