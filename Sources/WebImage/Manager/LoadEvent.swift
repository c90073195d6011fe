/// What happens before a load ends.
public enum LoadEvent: Sendable {
    /// More bytes have come.
    case progress(LoadProgress)
    /// A picture of the bytes so far, edited; never one older than those before it.
    case partial(DecodedImage)
    /// What was cached, while its source is asked for something newer (``CachePolicy/refreshCached``).
    case cached(LoadedImage)
}
