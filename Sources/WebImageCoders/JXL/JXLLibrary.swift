#if JXL
    internal import CWebImageJXL
    internal import WebImageCore

    /// libjxl, which is opened when the first picture needs it.
    enum JXLLibrary {
        /// The library's functions; who calls one has to ask for them here first.
        ///
        /// - Throws: ``WebImageError/Code/unsupportedFormat`` where the library isn't on this machine.
        static func functions() throws(WebImageError) -> wi_jxl_functions {
            var reason: UnsafePointer<CChar>?
            guard let functions = wi_jxl(&reason) else {
                throw .missing("libjxl", for: "JPEG XL", reason: reason)
            }
            return functions.pointee
        }
    }
#endif
