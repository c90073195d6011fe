#if TIFF
    internal import CWebImageTIFF
    internal import WebImageCore

    /// libtiff, which is opened when the first picture needs it.
    enum TIFFLibrary {
        /// The library's functions; who calls one has to ask for them here first.
        ///
        /// - Throws: ``WebImageError/Code/unsupportedFormat`` where the library isn't on this machine.
        static func functions() throws(WebImageError) -> wi_tiff_functions {
            var reason: UnsafePointer<CChar>?
            guard let functions = wi_tiff(&reason) else {
                throw .missing("libtiff", for: "TIFF", reason: reason)
            }
            return functions.pointee
        }
    }
#endif
