/// Shows that a display is loading: a spinner, a bar, a dimmed frame…
@MainActor
public protocol LoadIndicator: AnyObject {
    func start()

    /// - Parameter fraction: 0…1, or nil while the whole is not known.
    func update(_ fraction: Double?)

    func stop()
}

extension LoadIndicator {
    public func update(_ fraction: Double?) {}
}
