internal import FoundationEssentials

/// The beginning of a body whose transfer broke or was cancelled.
struct KeptBytes: Sendable {
    var data: Data
    var validator: ResumeValidator
    /// The length of the whole, where it was known.
    var total: Int?
}
