#if Redis
    import Testing
    import WebImageCore

    @testable import WebImageRedis

    @Suite(.timeLimit(.minutes(5)))
    struct LoadSlotsTests {
        @Test("the most urgent goes first, then the one that came first")
        func order() async throws {
            let slots = LoadSlots(limit: 1)
            let held = try await slots.take(PriorityHandle(.normal))
            let order = LogLines()
            try await withThrowingTaskGroup(of: Void.self) { group in
                let loads: [(String, LoadPriority)] = [
                    ("low", .low), ("normal", .normal), ("high", .high), ("normal 2", .normal),
                ]
                for (count, (name, priority)) in loads.enumerated() {
                    group.addTask {
                        let slot = try await slots.take(PriorityHandle(priority))
                        order.append(name)
                        slots.release(slot)
                    }
                    await eventually { slots.waitingCount == count + 1 }
                }
                slots.release(held)
                try await group.waitForAll()
            }
            #expect(order.lines == ["high", "normal", "normal 2", "low"])
        }

        @Test("preloads don't take the places of other loads")
        func preloads() async throws {
            let slots = LoadSlots(limit: 1)
            let preload = try await slots.take(PriorityHandle(.preload))
            let load = try await slots.take(PriorityHandle(.normal))
            slots.release(load)
            slots.release(preload)
        }

        @Test("one that waits can be cancelled, and takes no place")
        func cancelled() async throws {
            let slots = LoadSlots(limit: 1)
            let held = try await slots.take(PriorityHandle(.normal))
            let task = Task { try await slots.take(PriorityHandle(.normal)) }
            await eventually { slots.waitingCount == 1 }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            slots.release(held)
            slots.release(try await slots.take(PriorityHandle(.normal)))
        }
    }
#endif
