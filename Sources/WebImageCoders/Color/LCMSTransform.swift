internal import CWebImageLCMS

/// A transform between two profiles.
final class LCMSTransform: Sendable {
    // Made without lcms' cache of the last pixel (`cmsFLAGS_NOCACHE`), a transform is only read after its making, so
    // any thread may run it; it is freed once, by `deinit`.
    private nonisolated(unsafe) let handle: cmsHTRANSFORM

    /// Nil where lcms can't connect the two.
    init?(
        from source: LCMSProfile, _ sourceFormat: UInt32, to target: LCMSProfile, _ targetFormat: UInt32, flags: UInt32
    ) {
        guard
            let handle = cmsCreateTransform(
                source.handle, sourceFormat, target.handle, targetFormat, UInt32(INTENT_PERCEPTUAL),
                flags | UInt32(cmsFLAGS_NOCACHE))
        else { return nil }
        self.handle = handle
    }

    deinit { cmsDeleteTransform(handle) }

    /// Converts `count` pixels; in place where both formats have the same size.
    func run(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        cmsDoTransform(handle, source, target, UInt32(clamping: count))
    }
}
