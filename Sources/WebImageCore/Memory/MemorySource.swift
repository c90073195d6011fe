/// Tells how much memory there is; tests put figures of their own here.
public protocol MemorySource: Sendable {
    /// All the memory that this process may ever have, in bytes: the machine's, or less where a container limits it.
    var totalBytes: Int { get }

    /// What the process can take now without harming others, in bytes.
    var availableBytes: Int { get }
}
