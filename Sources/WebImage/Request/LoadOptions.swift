/// How a picture is loaded. Every property has a default that suits most programs.
public struct LoadOptions: Sendable {
    /// Default: ``CachePolicy/useCached``.
    public var cachePolicy: CachePolicy = .useCached

    /// The tiers that are asked for the finished picture and for the original. Default: all.
    public var queryTiers: CacheTiers = .all

    /// Where the original's bytes go. Default: disk and shared; a decoded original goes to memory by ``storeTiers``.
    public var originalStoreTiers: CacheTiers = [.disk, .shared]

    /// Where the finished picture goes. With ``CacheTiers/disk`` an edited picture is also kept encoded. Default: memory.
    public var storeTiers: CacheTiers = .memory

    /// The format in which an edited picture is kept on disk. Default: nil: PNG with alpha, else the original's or JPEG.
    public var storeFormat: ImageFormat?

    /// Whether the load ends only when what it stores is on disk. Default: false.
    public var waitsForStore = false

    /// Whether an address that failed a short while ago is asked again. Default: false.
    public var retriesFailed = false

    /// Whether partial pictures are made while the bytes arrive (``LoadEvent/partial(_:)``). Default: false.
    public var isProgressive = false

    /// The shortest time between two partial pictures. Default: 0.2 s.
    public var partialInterval: Duration = .milliseconds(200)

    /// Whether animations are edited frame by frame; otherwise an editor makes a still of the first frame. Default: true.
    public var editsAnimations = true

    /// Whether ``LoadedImage/data`` carries the original's bytes. Default: false.
    public var deliversData = false

    /// Default: all of ``DecodeOptions/init(thumbnail:firstFrameOnly:)``.
    public var decode = DecodeOptions()

    /// Default: all of ``TransferOptions/init()``.
    public var transfer = TransferOptions()

    /// Where closures run; progress always runs on a background thread. Default: the main actor.
    public var callbackTarget: CallbackTarget = .mainActor

    /// Makes options with all defaults.
    public init() {}
}
