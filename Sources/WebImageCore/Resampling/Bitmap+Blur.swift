internal import CWebImagePixels

extension Bitmap {
    /// The picture blurred by a bell curve; beyond the edges nothing is added.
    ///
    /// A wide bell costs no more than a narrow one: the picture is then made smaller, blurred and made larger again,
    /// which can't be told from the whole computation since so little detail is left.
    ///
    /// - Parameter sigma: The standard deviation in pixels; 0 or less gives the picture itself.
    /// - Throws: ``WebImageError/Code/editFailed`` where `sigma` is no finite number;
    ///   ``WebImageError/Code/tooManyPixels`` where there is no memory; ``WebImageError/Code/cancelled``.
    public func blurred(sigma: Double, token: CancellationToken? = nil) throws(WebImageError) -> Bitmap {
        guard sigma.isFinite else {
            throw WebImageError(.editFailed, "The blur of \(sigma) pixels is no number; give one from 0 up.")
        }
        // Below this the neighbors' weights are less than half a step of 255.
        guard sigma > 0.25 else { return self }
        guard sigma > Self.widestBell else { return try blurredDirectly(x: sigma, y: sigma, token: token) }
        func reduced(_ side: Int) -> Int { max(1, Int((Double(side) * 4 / sigma).rounded())) }
        let small = PixelSize(width: reduced(width), height: reduced(height))
        let ratio = (x: Double(width) / Double(small.width), y: Double(height) / Double(small.height))
        // Variances add up: the mean over `ratio` pixels has blurred by (ratio² - 1) / 12 already.
        func rest(_ ratio: Double) -> Double {
            max(0.01, (sigma * sigma - (ratio * ratio - 1) / 12).squareRoot() / ratio)
        }
        return try resized(to: small, filter: .box, token: token)
            .blurredDirectly(x: rest(ratio.x), y: rest(ratio.y), token: token)
            .resized(to: size, filter: .catmullRom, token: token)
    }

    private static var widestBell: Double { 8 }

    private func blurredDirectly(x: Double, y: Double, token: CancellationToken?) throws(WebImageError) -> Bitmap {
        let plan = ThumbnailSize.Plan(scaled: size, crop: PixelRect(size))
        let gaussian = Int32(WI_FILTER_GAUSSIAN)
        let resampler = try RowResampler(
            source: size, plan: plan,
            kernels: (wi_kernel(filter: gaussian, sigma: x), wi_kernel(filter: gaussian, sigma: y)))
        return try filtered(resampler, token: token)
    }
}
