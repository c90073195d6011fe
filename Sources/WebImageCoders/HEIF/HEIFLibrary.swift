#if HEIF
    internal import CWebImageHEIF
    internal import WebImageCore

    /// libheif, which is opened when the first picture needs it.
    enum HEIFLibrary {
        /// The library's functions; who calls one has to ask for them here first.
        ///
        /// - Throws: ``WebImageError/Code/unsupportedFormat`` where the library isn't on this machine.
        static func functions() throws(WebImageError) -> wi_heif_functions {
            var reason: UnsafePointer<CChar>?
            guard let functions = wi_heif(&reason) else {
                throw .missing("libheif", for: "HEIC", reason: reason)
            }
            return functions.pointee
        }
    }
#endif
