#if JXL
    internal import FoundationEssentials
    internal import WebImageCore

    /// What is known of a JPEG XL without decoding pixels: of a still the header, of an animation every frame's time.
    struct JXLScan {
        let header: JXLHeader
        private(set) var durations: [Duration] = []
        /// Whether frames of an animation are missing at the end. libjxl doesn't look behind the header of the last
        /// one: where that alone is cut, its decoding says so.
        private(set) var isCut = false

        static var truncated: WebImageError {
            WebImageError(.truncated, "The JPEG XL ends before its pixels do; load it again.")
        }

        init(_ data: Data, context: DecodeContext) throws {
            let reader = try JXLReader(.info, options: context.options)
            var durations: [Duration] = []
            var isCut = false
            try data.withUnsafeBytes { bytes in
                _ = try reader.withInput(bytes) {
                    while true {
                        try context.token.check()
                        switch try reader.step() {
                        // A still's frames are its layers: nobody asks for them.
                        case .header: if reader.header?.isAnimated != true { return }
                        case .frame(let duration):
                            durations.append(duration)
                            try context.options.limits.check(frames: durations.count)
                        case .needsBytes:
                            // The frame that was begun last isn't whole.
                            isCut = true
                            if durations.count > 1 { durations.removeLast() }
                            return
                        case .needsRoom, .picture, .end: return
                        }
                    }
                }
            }
            guard let header = reader.header else { throw Self.truncated }
            self.header = header
            self.durations = durations
            self.isCut = isCut
        }
    }
#endif
