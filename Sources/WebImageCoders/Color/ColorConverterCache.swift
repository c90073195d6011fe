internal import FoundationEssentials
internal import WebImageCore

/// The converters made last, by profile: pictures of one source mostly carry the same profile.
final class ColorConverterCache: Sendable {
    static let shared = ColorConverterCache()

    private struct Key: Hashable, Sendable {
        let profile: Data
        let model: ColorConverter.Model
    }

    private struct State {
        /// Nil stands for a profile that needs no conversion, or can't be used.
        var converters: [Key: ColorConverter?] = [:]
        /// From the oldest to the newest.
        var order: [Key] = []
    }

    /// Enough for what one program meets; a profile has 0.5 to 600 KB.
    private static let capacity = 16

    private let state = Lock(State())

    func converter(
        _ profile: Data, _ model: ColorConverter.Model, make: () -> ColorConverter?
    ) -> ColorConverter? {
        let key = Key(profile: profile, model: model)
        if let known = state.withLock({ $0.converters[key] }) { return known }
        // Made outside of the lock; two threads may make the same one, and one of the two stays.
        let made = make()
        state.withLock { state in
            guard state.converters.updateValue(made, forKey: key) == nil else { return }
            state.order.append(key)
            if state.order.count > Self.capacity { state.converters[state.order.removeFirst()] = nil }
        }
        return made
    }
}
