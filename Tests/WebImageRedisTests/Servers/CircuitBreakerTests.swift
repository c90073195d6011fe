#if Redis
    import Testing
    import WebImageTesting

    @testable import WebImageRedis

    @Suite(.timeLimit(.minutes(5)))
    struct CircuitBreakerTests {
        private let time = ManualTimeSource()

        private func breaker() -> CircuitBreaker {
            CircuitBreaker(threshold: 3, openTime: .seconds(1), maximumOpenTime: .seconds(4), time: time)
        }

        @Test("failures one after the other open it, once")
        func opens() {
            let breaker = breaker()
            #expect([breaker.fail(), breaker.fail(), breaker.fail(), breaker.fail()] == [false, false, true, false])
            #expect(breaker.state == .open)
            #expect(breaker.admit() == .refuse)
        }

        @Test("a success in between counts")
        func success() {
            let breaker = breaker()
            for _ in 0..<10 {
                breaker.fail()
                breaker.fail()
                breaker.succeed()
            }
            #expect(breaker.state == .closed)
            #expect(breaker.admit() == .pass)
        }

        @Test("after a while one is sent to probe, and no other")
        func probes() {
            let breaker = breaker()
            for _ in 0..<3 { breaker.fail() }
            time.advance(by: .milliseconds(999))
            #expect(breaker.admit() == .refuse)
            time.advance(by: .milliseconds(1))
            #expect(breaker.admit() == .probe)
            #expect(breaker.admit() == .refuse)
            #expect(breaker.state == .halfOpen)
            #expect(breaker.succeed(isProbe: true))
            #expect(breaker.admit() == .pass)
        }

        @Test("each failed probe doubles the time to the next, up to a limit")
        func doubles() {
            let breaker = breaker()
            for _ in 0..<3 { breaker.fail() }
            for seconds in [1, 2, 4, 4] {
                time.advance(by: .milliseconds(seconds * 1000 - 1))
                #expect(breaker.admit() == .refuse)
                time.advance(by: .milliseconds(1))
                #expect(breaker.admit() == .probe)
                breaker.fail(isProbe: true)
            }
        }

        @Test("answers to what was asked before it opened change nothing")
        func lateAnswers() {
            let breaker = breaker()
            for _ in 0..<3 { breaker.fail() }
            #expect(!breaker.succeed())
            #expect(breaker.state == .open)
        }

        @Test("a probe that never reports is followed by another")
        func lostProbe() {
            let breaker = breaker()
            for _ in 0..<3 { breaker.fail() }
            time.advance(by: .seconds(1))
            #expect(breaker.admit() == .probe)
            time.advance(by: .seconds(4))
            #expect(breaker.admit() == .probe)
        }
    }
#endif
