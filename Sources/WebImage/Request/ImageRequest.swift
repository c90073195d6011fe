public import FoundationEssentials

/// What to load and what to make of it. A value: copy it, change it, send it anywhere.
public struct ImageRequest: Sendable {
    /// The picture's address.
    public var url: ImageURL
    /// What is done to the original; nil is the original itself.
    public var editor: ImageEditor?
    /// How it is loaded.
    public var options: LoadOptions
    /// Default: normal.
    public var priority: LoadPriority
    /// Header fields of this request, in the place of the loader's defaults of the same name.
    public var headers: HTTPHeaders
    /// Other addresses of the same picture, tried in order when ``url`` fails for good.
    public var alternatives: [ImageURL]
    /// Parts that this request uses instead of the manager's.
    public var parts: RequestParts

    /// Makes a request of an address.
    public init(
        url: ImageURL, editor: ImageEditor? = nil, options: LoadOptions = LoadOptions(),
        priority: LoadPriority = .normal, headers: HTTPHeaders = [:]
    ) {
        self.url = url
        self.editor = editor
        self.options = options
        self.priority = priority
        self.headers = headers
        alternatives = []
        parts = RequestParts()
    }

    /// Makes a request of Foundation's URL.
    public init(
        url: URL, editor: ImageEditor? = nil, options: LoadOptions = LoadOptions(), priority: LoadPriority = .normal
    ) {
        self.init(url: ImageURL(url), editor: editor, options: options, priority: priority)
    }

    /// Takes an address as people write it: blanks around it, spaces and umlauts in it are fine.
    public init(
        _ string: String, editor: ImageEditor? = nil, options: LoadOptions = LoadOptions(),
        priority: LoadPriority = .normal
    ) {
        self.init(url: ImageURL(string), editor: editor, options: options, priority: priority)
    }
}
