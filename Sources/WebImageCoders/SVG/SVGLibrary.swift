#if SVG
    internal import CWebImageSVG
    internal import WebImageCore

    /// librsvg, which is opened when the first picture needs it.
    enum SVGLibrary {
        /// The library's functions; who calls one has to ask for them here first.
        ///
        /// - Throws: ``WebImageError/Code/unsupportedFormat`` where the library isn't on this machine.
        static func functions() throws(WebImageError) -> wi_svg_functions {
            var reason: UnsafePointer<CChar>?
            guard let functions = wi_svg(&reason) else {
                throw .missing("librsvg", for: "SVG", reason: reason)
            }
            return functions.pointee
        }
    }
#endif
