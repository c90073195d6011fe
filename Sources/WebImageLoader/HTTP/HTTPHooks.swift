public import FoundationEssentials
public import WebImageCore

/// Changes a request before each try, such as to add a token; nil refuses it, an error ends the load.
public typealias HTTPRequestModifier = @Sendable (LoaderRequest) async throws -> LoaderRequest?

/// Changes status and header fields before they are checked; nil refuses the answer. Called on the network's thread: it
/// must be quick.
public typealias HTTPResponseModifier = @Sendable (HTTPResponse) -> HTTPResponse?

/// Changes a whole body, such as to decrypt it; nil refuses it, an error ends the load. There are no partial pictures
/// then.
public typealias HTTPDataModifier = @Sendable (Data, HTTPResponse) async throws -> Data?

/// Decides where a redirect leads; nil ends the load.
public typealias HTTPRedirectHandler = @Sendable (HTTPRedirect) async -> ImageURL?
