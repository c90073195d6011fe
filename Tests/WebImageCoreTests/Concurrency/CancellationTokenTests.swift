import Testing
import WebImageCore

@Suite(.timeLimit(.minutes(5)))
struct CancellationTokenTests {
    @Test("handlers run once, in order; one added later runs at once; one taken out never")
    func handlers() {
        let token = CancellationToken()
        let order = Lock<[Int]>([])
        token.onCancel { order.withLock { $0.append(1) } }
        token.onCancel { order.withLock { $0.append(2) } }.remove()
        token.onCancel { order.withLock { $0.append(3) } }
        token.cancel()
        token.cancel()
        token.onCancel { order.withLock { $0.append(4) } }
        #expect(order.withLock { $0 } == [1, 3, 4])
        #expect(throws: WebImageError.self) { try token.check() }
    }
}
