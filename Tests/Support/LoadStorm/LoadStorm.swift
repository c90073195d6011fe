import FoundationEssentials
public import WebImage
import WebImageTesting

/// Random loads from several tasks at once: cancelled alone or all together, re-prioritized, edited, with their progress
/// read and the cache cleared meanwhile.
///
/// Every load's end is counted, and every picture is held against the color that its address stands for.
public struct LoadStorm: Sendable {
    /// What became of the loads.
    public struct Tally: Sendable, Equatable {
        public var started = 0
        /// How often all loads were cancelled at once.
        public var cancelledAll = 0
        /// Loads by their end: "picture", or the code of the error.
        public var ends: [String: Int] = [:]
        /// Loads that ended twice, ended unexpectedly, or showed another address's picture; with a text for each.
        public var wrong: [String] = []

        public init() {}

        public var ended: Int { ends.values.reduce(0, +) }

        public mutating func add(_ other: Tally) {
            started += other.started
            cancelledAll += other.cancelledAll
            ends.merge(other.ends, uniquingKeysWith: +)
            wrong += other.wrong
        }
    }

    public let manager: ImageManager
    public let server: StormServer
    /// How many addresses there are.
    public let pictures: Int
    /// Whether some of the answers are faults.
    public let hasFaults: Bool

    public init(manager: ImageManager, server: StormServer, pictures: Int, hasFaults: Bool) {
        (self.manager, self.server, self.pictures, self.hasFaults) = (manager, server, pictures, hasFaults)
    }

    /// Starts `loads` loads from `tasks` tasks and waits for the end of all.
    public func run(loads: Int, tasks: Int = 8, seed: UInt64) async -> Tally {
        await withTaskGroup { group in
            for task in 0..<tasks {
                let count = loads / tasks + (task < loads % tasks ? 1 : 0)
                group.addTask { await storm(count, seed: seed &* 31 &+ UInt64(task)) }
            }
            return await group.reduce(into: Tally()) { $0.add($1) }
        }
    }

    private func storm(_ loads: Int, seed: UInt64) async -> Tally {
        var random = StormRandomness(seed)
        var tally = Tally()
        var open: [StormLoad] = []
        for _ in 0..<loads {
            tally.started += 1
            open.append(begin(&random))
            if random.below(4) == 0, let load = open.randomElement(using: &random) { load.task.cancel() }
            if random.below(4) == 0, let load = open.randomElement(using: &random) {
                load.task.priority = LoadPriority.allCases.randomElement(using: &random) ?? .normal
            }
            if random.below(1000) == 0 {
                manager.cancelAll()
                tally.cancelledAll += 1
            }
            switch random.below(200) {
            case 0: try? await manager.cache.removeAll(context: CacheContext(tiers: .memory))
            case 1: try? await manager.cache.removeAll(context: CacheContext(tiers: .disk))
            case 2: try? await manager.remove(ImageRequest(url: server.url(random.below(pictures))))
            case 3..<40: await Task.yield()
            default: break
            }
            if open.count >= 40 { await finish(&open, &tally) }
        }
        await finish(&open, &tally)
        return tally
    }

    private func begin(_ random: inout StormRandomness) -> StormLoad {
        let index = random.below(pictures)
        let faults = StormServer.Fault.allCases
        let fault = hasFaults && random.below(3) == 0 ? faults[random.below(faults.count)] : .none
        var request = ImageRequest(url: server.url(index, fault), editor: editor(random.below(5)))
        request.options.callbackTarget = .immediate
        request.options.retriesFailed = true
        request.options.isProgressive = random.below(5) == 0
        request.priority = LoadPriority.allCases[random.below(LoadPriority.allCases.count)]
        let ends = StormEnds()
        let task = manager.load(request) { _ in
            ends.add()
        } onEvent: { event in
            if case .progress(let progress) = event { ends.read(progress) }
        }
        return StormLoad(task: task, ends: ends, color: server.color(index), fault: fault)
    }

    /// None of them changes the color in the middle.
    private func editor(_ number: Int) -> ImageEditor? {
        switch number {
        case 0: .thumbnail(20)
        case 1: .thumbnail(32) + .roundedCorners(6)
        case 2: .crop(to: PixelSize(width: 30, height: 30))
        case 3: .flip(horizontally: true)
        default: nil
        }
    }

    private func finish(_ open: inout [StormLoad], _ tally: inout Tally) async {
        for load in open {
            let (end, fault) = await load.end()
            tally.ends[end, default: 0] += 1
            if let fault { tally.wrong.append(fault) }
        }
        open = []
    }
}
