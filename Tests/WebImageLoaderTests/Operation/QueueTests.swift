import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct QueueTests {
    /// A server whose answers wait until they are let go, one by one.
    final class Line: Sendable {
        let server: LoopbackServer
        private let permits = Semaphore()

        init() throws {
            server = try LoopbackServer()
            server.handleOthers { [permits] request, connection in
                permits.wait()
                connection.send(LoopbackResponse(text: "x"), to: request)
            }
        }

        func letGo(_ count: Int = 1) { for _ in 0..<count { permits.signal() } }

        var order: [String] { server.requests.map(\.path) }
    }

    let line: Line

    init() throws { line = try Line() }

    private func loader(_ limit: Int, _ change: (inout HTTPLoaderConfiguration) -> Void = { _ in }) -> HTTPLoader {
        var configuration = HTTPLoaderConfiguration()
        configuration.maximumConcurrentLoads = limit
        change(&configuration)
        return HTTPLoader(configuration)
    }

    /// Starts a load and returns when it stands in line or runs.
    private func add(_ path: String, to loader: HTTPLoader, _ handle: PriorityHandle = PriorityHandle()) async
        -> Task<LoadedData, any Error>
    {
        let before = loader.waitingCount + loader.runningCount
        let url = line.server.url(path)
        let task = Task { try await loader.load(url, context: LoaderContext(priority: handle)) }
        while loader.waitingCount + loader.runningCount == before { await Task.yield() }
        return task
    }

    private func add(_ path: String, to loader: HTTPLoader, _ priority: LoadPriority) async
        -> Task<LoadedData, any Error>
    {
        await add(path, to: loader, PriorityHandle(priority))
    }

    private func fill(_ loader: HTTPLoader, _ priority: LoadPriority = .normal) async -> Task<LoadedData, any Error> {
        let task = await add("/first", to: loader, priority)
        await line.server.waitForRequests("/first")
        return task
    }

    private func finish(_ tasks: [Task<LoadedData, any Error>]) async throws {
        line.letGo(tasks.count)
        for task in tasks { _ = try await task.value }
    }

    @Test("A2-01 A3-22 first in, first out")
    func fifo() async throws {
        let loader = loader(1)
        var tasks = [await fill(loader)]
        for path in ["/1", "/2", "/3"] { tasks.append(await add(path, to: loader, .normal)) }
        #expect(loader.runningCount == 1)
        #expect(loader.waitingCount == 3)
        try await finish(tasks)
        #expect(line.order == ["/first", "/1", "/2", "/3"])
    }

    @Test("A2-01 A3-23 DL:test15 last in, first out where that is asked for; the default stays")
    func lifo() async throws {
        #expect(HTTPLoader().order == .fifo)
        let loader = loader(1) { $0.order = .lifo }
        var tasks = [await fill(loader)]
        for path in ["/1", "/2", "/3"] { tasks.append(await add(path, to: loader, .normal)) }
        try await finish(tasks)
        #expect(line.order == ["/first", "/3", "/2", "/1"])
    }

    @Test("A3-21 A3-27 classes of priority: high, normal, low, preload")
    func classes() async throws {
        let loader = loader(1)
        var tasks = [await fill(loader)]
        for (path, priority) in [("/p", LoadPriority.preload), ("/l", .low), ("/n", .normal), ("/h", .high)] {
            tasks.append(await add(path, to: loader, priority))
        }
        try await finish(tasks)
        #expect(line.order == ["/first", "/h", "/n", "/l", "/p"])
    }

    @Test("A2-16 A3-25 A3-26 the limit of six: the seventh waits")
    func limit() async throws {
        let loader = HTTPLoader()
        var tasks: [Task<LoadedData, any Error>] = []
        for index in 1...7 { tasks.append(await add("/\(index)", to: loader, .normal)) }
        await line.server.waitForRequests("/6")
        #expect(loader.runningCount == 6)
        #expect(loader.waitingCount == 1)
        #expect(line.server.count("/7") == 0)
        try await finish(tasks)
        #expect(line.server.count("/7") == 1)
    }

    @Test("A3-28 a waiting preload is upgraded by a normal request and shares its transfer")
    func upgrade() async throws {
        let loader = loader(1)
        var tasks = [await fill(loader)]
        for path in ["/p1", "/p2", "/u", "/p3"] { tasks.append(await add(path, to: loader, .preload)) }
        tasks.append(await add("/n", to: loader, .normal))
        let url = line.server.url("/u")
        let handle = PriorityHandle(.preload)
        let joined = Task { try await loader.load(url, context: LoaderContext(priority: handle)) }
        handle.value = .normal
        tasks.append(joined)
        let other = Task { try await loader.load(url, context: LoaderContext()) }
        tasks.append(other)
        while loader.requesterCount != 8 { await Task.yield() }
        line.letGo(6)
        for task in tasks { _ = try await task.value }
        #expect(line.order == ["/first", "/n", "/u", "/p1", "/p2", "/p3"])
    }

    @Test("E-21 3.7 the priority of a waiting load follows its handle, up and down")
    func liveChange() async throws {
        let loader = loader(1)
        var tasks = [await fill(loader)]
        let (a, b) = (PriorityHandle(.normal), PriorityHandle(.normal))
        tasks.append(await add("/a", to: loader, a))
        tasks.append(await add("/b", to: loader, b))
        tasks.append(await add("/c", to: loader, .normal))
        b.value = .high
        a.value = .low
        try await finish(tasks)
        #expect(line.order == ["/first", "/b", "/c", "/a"])
    }

    @Test("3.8 a merged load falls back when its urgent requester leaves")
    func fallsBack() async throws {
        let loader = loader(1)
        var tasks = [await fill(loader)]
        let handle = PriorityHandle(.low)
        tasks.append(await add("/a", to: loader, handle))
        tasks.append(await add("/b", to: loader, .normal))
        let url = line.server.url("/a")
        let urgent = Task { try await loader.load(url, context: LoaderContext(priority: PriorityHandle(.high))) }
        while loader.requesterCount != 4 { await Task.yield() }
        urgent.cancel()
        _ = await failure { try await urgent.value }
        try await finish(tasks)
        #expect(line.order == ["/first", "/b", "/a"])
    }

    @Test("PREF-05 preloads never keep an urgent load waiting, and still go on")
    func preloadsLeaveRoom() async throws {
        let loader = loader(2)
        var tasks: [Task<LoadedData, any Error>] = []
        for index in 0..<4 { tasks.append(await add("/p\(index)", to: loader, .preload)) }
        await line.server.waitForRequests("/p1")
        #expect(loader.runningCount == 2)
        tasks.append(await add("/view", to: loader, .normal))
        await line.server.waitForRequests("/view")
        #expect(loader.runningCount == 3)
        #expect(line.server.count("/p2") == 0)
        try await finish(tasks)
        #expect(line.server.count("/p3") == 1)
    }

    @Test("B-42 DL-01 raising the limit starts what waits")
    func raisedLimit() async throws {
        let loader = loader(1)
        var tasks = [await fill(loader)]
        for path in ["/1", "/2"] { tasks.append(await add(path, to: loader, .normal)) }
        loader.maximumConcurrentLoads = 3
        await line.server.waitForRequests("/2")
        #expect(loader.runningCount == 3)
        try await finish(tasks)
    }

    @Test("DL-29 suspended: nothing starts, what runs goes on")
    func suspended() async throws {
        let loader = loader(6)
        let first = await fill(loader)
        loader.isSuspended = true
        let second = await add("/2", to: loader, .normal)
        #expect(loader.waitingCount == 1)
        line.letGo()
        _ = try await first.value
        #expect(line.server.count("/2") == 0)
        loader.isSuspended = false
        try await finish([second])
    }

    @Test("A2-14 C-05 a cancelled load leaves the line, and the line moves on")
    func cancelledWhileWaiting() async throws {
        let loader = loader(1)
        let first = await fill(loader)
        let gone = await add("/gone", to: loader, .normal)
        let next = await add("/next", to: loader, .normal)
        gone.cancel()
        #expect(await failure { try await gone.value }?.code == .cancelled)
        #expect(loader.waitingCount == 1)
        try await finish([first, next])
        #expect(line.order == ["/first", "/next"])
    }

    @Test("4.13 the rate limit holds loads back, on the clock it was given")
    func rateLimit() async throws {
        let clock = ManualTimeSource()
        let loader = loader(100) {
            $0.rateLimit = RateLimit(perSecond: 10, burst: 2)
            $0.time = clock
        }
        var tasks: [Task<LoadedData, any Error>] = []
        for index in 1...4 {
            tasks.append(await add("/\(index)", to: loader, .normal))
            // Two that go at once may reach the server in any order.
            if index <= 2 { await line.server.waitForRequests("/\(index)") }
        }
        await clock.waitForSleepers()
        #expect(loader.runningCount == 2)
        clock.advance(by: .milliseconds(100))
        await line.server.waitForRequests("/3")
        await clock.waitForSleepers()
        #expect(loader.waitingCount == 1)
        clock.advance(by: .milliseconds(100))
        try await finish(tasks)
        #expect(line.order == ["/1", "/2", "/3", "/4"])
    }

    @Test("3.13 A3-24 the queue's own order, removal and moves")
    func queueValue() {
        var queue = RequestQueue<Int>()
        let tickets = (0..<5).map { queue.append($0, priority: .normal) }
        queue.remove(tickets[2])
        queue.move(tickets[4], to: .high)
        queue.move(tickets[0], to: .preload)
        _ = queue.append(9, priority: .low)
        #expect(queue.count == 5)
        var order: [Int] = []
        while let next = queue.pop() { order.append(next.element) }
        #expect(order == [4, 1, 3, 9, 0])
        #expect(queue.count == 0)
    }
}
