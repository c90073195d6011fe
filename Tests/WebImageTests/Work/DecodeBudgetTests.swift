import Testing
import WebImageCore
import WebImageTesting

@testable import WebImage

@Suite(.timeLimit(.minutes(5)))
struct DecodeBudgetTests {
    @Test("MEM-06 what would go over the budget waits until memory is given back")
    func waits() async throws {
        let budget = DecodeBudget(limit: 100)
        let pool = WorkerPool(name: "test", width: 2)
        let first = Semaphore()
        let entered = TestGate()
        async let one: Void = pool.run { _ in
            budget.withBytes(60) {
                Task { try await entered.pass() }
                first.wait()
            }
        }
        await entered.waitForArrivals()
        #expect(budget.used == 60)
        async let two: Int = pool.run { _ in budget.withBytes(60) { budget.used } }
        first.signal()
        _ = try await one
        #expect(try await two == 60)
        #expect(budget.used == 0)
    }

    @Test("a picture larger than the whole budget is decoded alone, not never")
    func tooLarge() {
        let budget = DecodeBudget(limit: 100)
        #expect(budget.withBytes(5000) { budget.used } == 100)
        #expect(budget.used == 0)
    }
}
