internal import WebImageCore

/// The order in which waiting elements of one priority start.
public enum QueueOrder: String, Sendable, CaseIterable {
    /// First in, first out: the default.
    case fifo
    /// Last in, first out: what was asked for last is what is looked at now.
    case lifo
}

/// Elements that wait, in four classes of priority; each change is O(1).
///
/// The links are indices into one array, so that nothing is allocated for an element.
struct RequestQueue<Element> {
    /// Names a waiting element until it is taken out.
    struct Ticket: Equatable {
        fileprivate let index: Int
    }

    private struct Node {
        var element: Element?
        var priority: LoadPriority
        var previous: Int?
        var next: Int?
    }

    private struct Line {
        var first: Int?
        var last: Int?
        var count = 0
    }

    var order = QueueOrder.fifo
    private var nodes: [Node] = []
    private var free: [Int] = []
    private var lines = [Line](repeating: Line(), count: LoadPriority.allCases.count)

    var count: Int { lines.reduce(0) { $0 + $1.count } }

    func count(_ priority: LoadPriority) -> Int { lines[priority.rawValue].count }

    /// Adds an element at the end of its class.
    mutating func append(_ element: Element, priority: LoadPriority) -> Ticket {
        let node = Node(element: element, priority: priority)
        let index: Int
        if let reused = free.popLast() {
            nodes[reused] = node
            index = reused
        } else {
            index = nodes.count
            nodes.append(node)
        }
        link(index)
        return Ticket(index: index)
    }

    mutating func remove(_ ticket: Ticket) {
        unlink(ticket.index)
        nodes[ticket.index].element = nil
        free.append(ticket.index)
    }

    /// Moves an element to the end of another class.
    mutating func move(_ ticket: Ticket, to priority: LoadPriority) {
        guard nodes[ticket.index].priority != priority else { return }
        unlink(ticket.index)
        nodes[ticket.index].priority = priority
        link(ticket.index)
    }

    /// The highest priority that waits.
    var firstPriority: LoadPriority? { LoadPriority.allCases.last { lines[$0.rawValue].count > 0 } }

    /// Takes the next element of the highest class that has one.
    mutating func pop() -> (element: Element, priority: LoadPriority)? {
        guard let priority = firstPriority else { return nil }
        let line = lines[priority.rawValue]
        guard let index = order == .fifo ? line.first : line.last, let element = nodes[index].element else {
            return nil
        }
        remove(Ticket(index: index))
        return (element, priority)
    }

    private mutating func link(_ index: Int) {
        let line = nodes[index].priority.rawValue
        nodes[index].previous = lines[line].last
        nodes[index].next = nil
        if let last = lines[line].last { nodes[last].next = index } else { lines[line].first = index }
        lines[line].last = index
        lines[line].count += 1
    }

    private mutating func unlink(_ index: Int) {
        let node = nodes[index]
        let line = node.priority.rawValue
        if let previous = node.previous { nodes[previous].next = node.next } else { lines[line].first = node.next }
        if let next = node.next { nodes[next].previous = node.previous } else { lines[line].last = node.previous }
        lines[line].count -= 1
    }
}
