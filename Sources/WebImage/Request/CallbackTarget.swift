/// Where the closures of a load run.
public enum CallbackTarget: Sendable {
    /// On the main actor: at once where the caller already is on the main thread, else as soon as it is free. The default.
    case mainActor
    /// On whatever thread has the result.
    case immediate
    /// Where the closure puts them; it must run each given closure once, in order.
    case custom(@Sendable (@escaping @Sendable () -> Void) -> Void)

    func run(_ body: @escaping @Sendable () -> Void) {
        switch self {
        case .immediate: body()
        case .custom(let execute): execute(body)
        case .mainActor: MainThread.run(body)
        }
    }
}
