internal import CWebImageLinux
internal import FoundationEssentials

/// A request with every default filled in, and the keys that follow from it.
struct LoadPlan: Sendable {
    let request: ImageRequest
    let loaderRequest: LoaderRequest
    let steps: [ImageEditor.Step]
    let cache: any ImageCache
    let originalCache: any ImageCache
    let loader: any ImageLoader
    let coder: any ImageCoder
    let serializer: RequestParts.Serializer?
    /// Names the original's bytes.
    let originalKey: CacheKey
    /// Names the finished picture.
    let finalKey: CacheKey
    /// What keeps this load's work from being shared with loads that use other parts or another policy.
    let scope: String

    var options: LoadOptions { request.options }

    /// What is decoded when nothing is edited.
    var decodeOptions: DecodeOptions { request.options.decode }

    init(_ request: ImageRequest, configuration: ImageManager.Configuration) {
        var request = request
        let editor = request.editor ?? configuration.editor
        let steps = editor?.steps ?? []
        if !steps.isEmpty, !request.options.editsAnimations { request.options.decode.firstFrameOnly = true }
        var loaderRequest = LoaderRequest(request.url, headers: request.headers, options: request.options.transfer)
        if request.options.decode.allowsTruncated { loaderRequest.options.resumes = false }
        self.request = request
        self.loaderRequest = loaderRequest
        self.steps = steps
        cache = request.parts.cache ?? configuration.cache
        originalCache = request.parts.originalCache ?? cache
        loader = request.parts.loader ?? configuration.loader
        coder = request.parts.coder ?? configuration.coder
        serializer = request.parts.serializer ?? configuration.serializer
        originalKey = Self.originalKey(of: request, configuration: configuration)
        finalKey = Self.key(original: originalKey, request: request, steps: steps[...])
        scope = Self.scope(of: request)
    }

    /// The key of the picture after the first `count` edits.
    func key(prefix count: Int) -> CacheKey {
        count == steps.count ? finalKey : Self.key(original: originalKey, request: request, steps: steps[..<count])
    }

    /// Whether and how the loader may share the original with other machines: only where this load would itself read it
    /// from the shared tier of the manager's own cache, and store it there as it came.
    func sharedLoad(policy: CachePolicy) -> SharedLoad? {
        let tiers = options.queryTiers.intersection(options.originalStoreTiers)
        guard policy.readsCache, policy.writesCache, request.url.isRemote, tiers.contains(.shared),
            request.parts.cache == nil, request.parts.originalCache == nil, serializer == nil
        else { return nil }
        return SharedLoad(key: originalKey, retriesFailed: options.retriesFailed, tiers: tiers)
    }

    /// The joined keys of the first `count` edits; nil for none.
    func editKey(prefix count: Int) -> String? {
        count == 0 ? nil : ImageEditor(steps: Array(steps[..<count])).key
    }

    /// The key of the finished picture, without the rest of a plan: all that a memory hit needs.
    static func finalKey(of request: ImageRequest, configuration: ImageManager.Configuration) -> CacheKey {
        let original = originalKey(of: request, configuration: configuration)
        guard let editor = request.editor ?? configuration.editor, !editor.steps.isEmpty else {
            return key(original: original, request: request, steps: [])
        }
        guard request.options.editsAnimations else {
            var request = request
            request.options.decode.firstFrameOnly = true
            return key(original: original, request: request, steps: editor.steps[...])
        }
        return key(original: original, request: request, steps: editor.steps[...])
    }

    private static func originalKey(of request: ImageRequest, configuration: ImageManager.Configuration) -> CacheKey {
        let url = request.url
        let varyKey = LoaderRequest.varyKey(
            method: "GET", headers: request.headers, credentials: request.options.transfer.credentials)
        var key = (request.parts.keyFilter ?? configuration.keyFilter)?(url) ?? url.string
        if url.isHTTP { return CacheKey(varyKey.isEmpty ? key : key + keySeparator + varyKey) }
        if url.scheme == "data", key.utf8.count > 256 { key = "data:" + StableHash.hexadecimal(key) }
        if let path = url.filePath {
            // A file may change under its name; size and time of change tell.
            var stamp = wi_file_stamp()
            if wi_get_file_stamp(path, &stamp) {
                key += keySeparator + "\(stamp.size),\(stamp.seconds),\(stamp.nanoseconds),\(stamp.inode)"
            }
        }
        if !varyKey.isEmpty { key += keySeparator + varyKey }
        return CacheKey(key)
    }

    private static func key(original: CacheKey, request: ImageRequest, steps: ArraySlice<ImageEditor.Step>) -> CacheKey
    {
        var key = original.string
        let decode = request.options.decode.key
        if !decode.isEmpty { key += keySeparator + decode }
        if let coder = request.parts.coder { key += keySeparator + "coder(" + coder.identifier + ")" }
        if !steps.isEmpty { key += keySeparator + ImageEditor(steps: Array(steps)).key }
        return key.utf8.count == original.string.utf8.count ? original : CacheKey(key)
    }

    private static func scope(of request: ImageRequest) -> String {
        let parts = request.parts
        let isCustom =
            parts.cache != nil || parts.originalCache != nil || parts.loader != nil || parts.serializer != nil
        let tiers = "\(request.options.queryTiers.rawValue),\(request.options.originalStoreTiers.rawValue)"
        let scope = "\(request.options.cachePolicy.rawValue),\(tiers),\(request.options.retriesFailed)"
        return isCustom ? scope + ",\(UniqueNumber.next())" : scope
    }

    /// Stands between the parts of a key: a control character, which no URL holds.
    static let keySeparator = "\u{1F}"
}
