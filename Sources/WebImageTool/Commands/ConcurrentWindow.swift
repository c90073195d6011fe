/// Runs many pieces of work, a few at a time.
struct ConcurrentWindow {
    /// How many run at once.
    let width: Int

    /// Runs `work` for 0..<count, begun in order; `each` takes the results one after another as they come.
    ///
    /// Nothing more is begun once the task is cancelled, or nobody reads standard output any more.
    func run<Result: Sendable>(
        count: Int, work: @escaping @Sendable (Int) async -> Result, each: (Result) -> Void
    ) async {
        await withTaskGroup(of: Result.self) { group in
            var next = 0
            func begin() {
                guard next < count, !Task.isCancelled, !StandardOutput.hasFailed else { return }
                let index = next
                next += 1
                group.addTask { await work(index) }
            }
            for _ in 0..<max(1, width) { begin() }
            while let result = await group.next() {
                each(result)
                begin()
            }
        }
    }
}
