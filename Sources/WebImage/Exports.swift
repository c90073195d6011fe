// A program imports `WebImage` and has all parts but the toolkit's.
@_exported public import WebImageAnimation
@_exported public import WebImageCache
@_exported public import WebImageCoders
@_exported public import WebImageCore
@_exported public import WebImageEditing
@_exported public import WebImageLoader
