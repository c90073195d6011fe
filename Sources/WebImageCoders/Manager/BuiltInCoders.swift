internal import WebImageCore

extension CoderManager {
    /// Every coder of this build; each takes its own formats only, so the order doesn't matter.
    static var builtInCoders: [any ImageCoder] {
        var coders: [any ImageCoder] = [
            JPEGCoder(), PNGCoder(), GIFCoder(), WebPCoder(), BMPCoder(), ICOCoder(),
        ]
        #if AVIF
            coders.append(AVIFCoder())
        #endif
        #if HEIF
            coders.append(HEIFCoder())
        #endif
        #if JXL
            coders.append(JXLCoder())
        #endif
        #if TIFF
            coders.append(TIFFCoder())
        #endif
        #if SVG
            coders.append(SVGCoder())
        #endif
        return coders
    }
}
