#if AVIF
    internal import CWebImageAVIF
    internal import WebImageCore

    /// libavif, which is opened when the first picture needs it.
    enum AVIFLibrary {
        /// The library's functions; who calls one has to ask for them here first.
        ///
        /// - Throws: ``WebImageError/Code/unsupportedFormat`` where the library isn't on this machine.
        static func functions() throws(WebImageError) -> wi_avif_functions {
            var reason: UnsafePointer<CChar>?
            guard let functions = wi_avif(&reason) else {
                throw .missing("libavif", for: "AVIF", reason: reason)
            }
            return functions.pointee
        }
    }
#endif
