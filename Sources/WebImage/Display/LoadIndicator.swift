/// Shows that a display is loading: a spinner, a bar, a dimmed frame…
@MainActor
public protocol LoadIndicator: AnyObject {
    /// Shows that a load is under way, how far it is not being known yet.
    func start()

    /// Shows how far the load is.
    ///
    /// - Parameter fraction: 0…1, or nil while the whole is not known.
    func update(_ fraction: Double?)

    /// Stops and hides; called after each ``start()``.
    func stop()
}

extension LoadIndicator {
    public func update(_ fraction: Double?) {}
}
