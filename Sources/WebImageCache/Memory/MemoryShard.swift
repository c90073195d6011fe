internal import WebImageCore

/// A part of a memory cache: a hash table of its own over entries that are chained by their last use.
///
/// Entries lie in one block and are named by their index, so a look-up touches few cache lines: a slot of 8 bytes, the
/// entry, and the links of two neighbors.
struct MemoryShard: ~Copyable {
    /// A picture, where handing it out costs one reference count: the value itself is large, and copying it takes
    /// several, which is done outside of the lock.
    final class Box: Sendable {
        let image: DecodedImage

        init(_ image: DecodedImage) { self.image = image }
    }

    /// One picture and what the cache knows of it.
    struct Node {
        var key: CacheKey
        var box: Box
        /// Whether the cost may change by itself: a frame source keeps frames.
        var isAnimated: Bool
        var cost: Int
        /// When the entry ends, in nanoseconds of the time source's uptime; `.max` for never.
        var deadline: Int64
        /// What each use sets the deadline to from then on; nil where uses don't push it out.
        var slidingLifetime: Int64?
    }

    private struct Links {
        var newer: UInt32
        var older: UInt32
        /// The tick of the last use, which orders entries of different shards.
        var ticks: UInt64
    }

    static let none = UInt32.max

    /// 0 for a free slot, else the entry's index plus one in the high half, the low half of the key's hash in the low.
    private var slots: UnsafeMutablePointer<UInt64>
    private var slotMask: Int
    private var nodes: UnsafeMutablePointer<Node>
    private var links: UnsafeMutablePointer<Links>
    private var capacity: Int
    /// The first of the freed entries, chained by `older`; indexes from ``used`` on were never taken.
    private var firstFree = none
    private var used = 0
    private var newest = none
    private var oldest = none

    private(set) var count = 0
    private(set) var cost = 0
    var hits = 0
    var misses = 0
    var ghosts = GhostTable()

    /// Takes no memory to speak of: one free slot, so that a look-up has something to find nothing in.
    init() {
        capacity = 0
        slotMask = 0
        slots = .allocate(capacity: 1)
        slots.initialize(to: 0)
        nodes = .allocate(capacity: 0)
        links = .allocate(capacity: 0)
    }

    deinit {
        var index = newest
        while index != Self.none {
            (nodes + Int(index)).deinitialize(count: 1)
            index = links[Int(index)].older
        }
        slots.deallocate()
        nodes.deallocate()
        links.deallocate()
    }

    /// The tick of the entry used longest ago; nil where there is none.
    var oldestTicks: UInt64? { oldest == Self.none ? nil : links[Int(oldest)].ticks }

    /// The entry's index, without a use of it.
    func find(_ key: CacheKey) -> Int? {
        let tag = UInt64(UInt32(truncatingIfNeeded: key.hash))
        var slot = Int(tag) & slotMask
        while slots[slot] != 0 {
            if slots[slot] & 0xffff_ffff == tag {
                let index = Int(slots[slot] >> 32) - 1
                if nodes[index].key == key { return index }
            }
            slot = (slot + 1) & slotMask
        }
        return nil
    }

    /// The entry at an index that ``find(_:)`` gave.
    subscript(index: Int) -> Node {
        unsafeAddress { UnsafePointer(nodes + index) }
        unsafeMutableAddress { nodes + index }
    }

    /// Makes the entry the one used last.
    mutating func use(_ index: Int, ticks: UInt64) {
        links[index].ticks = ticks
        guard newest != UInt32(index) else { return }
        unlink(index)
        linkAsNewest(index)
    }

    /// Changes the cost of an entry whose size has changed; returns by how much it grew.
    mutating func setCost(_ newCost: Int, of index: Int) -> Int {
        let growth = newCost - nodes[index].cost
        nodes[index].cost = newCost
        cost += growth
        return growth
    }

    /// Puts an entry in, in the place of the one with its key; returns that.
    mutating func insert(_ node: consuming Node, ticks: UInt64) -> Node? {
        cost += node.cost
        if let index = find(node.key) {
            cost -= nodes[index].cost
            let old = (nodes + index).move()
            (nodes + index).initialize(to: node)
            use(index, ticks: ticks)
            return old
        }
        if firstFree == Self.none, used == capacity { grow() }
        let index: Int
        if firstFree != Self.none {
            index = Int(firstFree)
            firstFree = links[index].older
        } else {
            index = used
            used += 1
        }
        insertSlot(tag: UInt64(UInt32(truncatingIfNeeded: node.key.hash)), index: index)
        (nodes + index).initialize(to: node)
        links[index].ticks = ticks
        linkAsNewest(index)
        count += 1
        return nil
    }

    /// Takes an entry out.
    mutating func remove(_ index: Int) -> Node {
        removeSlot(of: index)
        unlink(index)
        let node = (nodes + index).move()
        links[index].older = firstFree
        firstFree = UInt32(index)
        count -= 1
        cost -= node.cost
        return node
    }

    /// Takes out the entry used longest ago.
    mutating func removeOldest() -> Node? { oldest == Self.none ? nil : remove(Int(oldest)) }

    /// Takes out up to `limit` entries whose time is up at `now`. O(entries).
    mutating func removeExpired(at now: Int64, limit: Int) -> [Node] {
        var removed: [Node] = []
        var index = oldest
        while index != Self.none, removed.count < limit {
            let newer = links[Int(index)].newer
            if nodes[Int(index)].deadline <= now { removed.append(remove(Int(index))) }
            index = newer
        }
        return removed
    }

    private mutating func unlink(_ index: Int) {
        let (newer, older) = (links[index].newer, links[index].older)
        if newer == Self.none { newest = older } else { links[Int(newer)].older = older }
        if older == Self.none { oldest = newer } else { links[Int(older)].newer = newer }
    }

    private mutating func linkAsNewest(_ index: Int) {
        links[index].newer = Self.none
        links[index].older = newest
        if newest == Self.none { oldest = UInt32(index) } else { links[Int(newest)].newer = UInt32(index) }
        newest = UInt32(index)
    }

    private func insertSlot(tag: UInt64, index: Int) {
        var slot = Int(tag) & slotMask
        while slots[slot] != 0 { slot = (slot + 1) & slotMask }
        slots[slot] = UInt64(index + 1) << 32 | tag
    }

    /// Frees the entry's slot and moves those behind it up, so that look-ups never walk over holes.
    private func removeSlot(of index: Int) {
        var hole = Int(UInt32(truncatingIfNeeded: nodes[index].key.hash)) & slotMask
        while Int(slots[hole] >> 32) - 1 != index { hole = (hole + 1) & slotMask }
        var next = (hole + 1) & slotMask
        while slots[next] != 0 {
            let home = Int(slots[next] & 0xffff_ffff) & slotMask
            // How far the entry is from where it belongs, against how far the hole is from the entry.
            if (next - home) & slotMask >= (next - hole) & slotMask {
                slots[hole] = slots[next]
                hole = next
            }
            next = (next + 1) & slotMask
        }
        slots[hole] = 0
    }

    private mutating func grow() {
        let larger = max(8, capacity * 2)
        let moved = UnsafeMutablePointer<Node>.allocate(capacity: larger)
        moved.moveInitialize(from: nodes, count: used)
        nodes.deallocate()
        nodes = moved
        let movedLinks = UnsafeMutablePointer<Links>.allocate(capacity: larger)
        movedLinks.moveInitialize(from: links, count: used)
        links.deallocate()
        links = movedLinks
        capacity = larger

        let (old, oldCount) = (slots, slotMask + 1)
        slots = .allocate(capacity: larger * 2)
        slots.initialize(repeating: 0, count: larger * 2)
        slotMask = larger * 2 - 1
        for slot in 0..<oldCount where old[slot] != 0 {
            insertSlot(tag: old[slot] & 0xffff_ffff, index: Int(old[slot] >> 32) - 1)
        }
        old.deallocate()
    }
}
