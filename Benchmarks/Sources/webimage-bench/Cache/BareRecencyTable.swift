import WebImageCore

/// The least that a least-recently-used cache can do: a dictionary and a doubly linked list in arrays, no lock.
struct BareRecencyTable {
    private var index: [CacheKey: Int] = [:]
    private var values: [Int] = []
    private var previous: [Int] = []
    private var next: [Int] = []
    private var head = -1

    /// Puts a value in, in the place of the one under its key.
    mutating func set(_ key: CacheKey, _ value: Int) {
        if let node = index[key] {
            values[node] = value
            use(node)
        } else {
            insert(key, value)
        }
    }

    private mutating func insert(_ key: CacheKey, _ value: Int) {
        let node = values.count
        values.append(value)
        previous.append(-1)
        next.append(head)
        if head >= 0 { previous[head] = node }
        head = node
        index[key] = node
    }

    mutating func value(_ key: CacheKey) -> Int {
        guard let node = index[key] else { return -1 }
        use(node)
        return values[node]
    }

    private mutating func use(_ node: Int) {
        guard node != head else { return }
        let before = previous[node]
        let after = next[node]
        if before >= 0 { next[before] = after }
        if after >= 0 { previous[after] = before }
        previous[node] = -1
        next[node] = head
        previous[head] = node
        head = node
    }
}
