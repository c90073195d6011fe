internal import FoundationEssentials
internal import WebImageCore

extension LoadOperation {
    /// Whether bytes that are there may be continued: a plain GET of the whole.
    func canResume(_ plan: TransferPlan) -> Bool {
        request.options.resumes && configuration.resumeStore != nil && plan.method == "GET" && !request.isConditional
            && plan.headers["Range"] == nil && plan.headers["If-Range"] == nil
    }

    /// Takes over what an earlier load has kept, from disk too.
    func takeKeptBytes() async {
        guard request.options.resumes, let store = configuration.resumeStore, store.readsDisk else { return }
        guard state.withLock({ $0.body.count == 0 }), let kept = await store.take(ResumeStore.key(request)) else {
            return
        }
        use(kept)
    }

    func use(_ kept: KeptBytes) {
        let isInvalid =
            kept.data.count >= request.options.maximumBytes || kept.total.map { kept.data.count >= $0 } == true
        guard !isInvalid else { return }
        state.withLock { state in
            guard state.body.count == 0 else { return }
            kept.data.withUnsafeBytes { bytes in _ = state.body.append(bytes) }
            state.validator = kept.validator
            state.total = kept.total
            state.resumedBytes = kept.data.count
        }
    }

    func keep(_ kept: KeptBytes?) {
        guard let kept, request.options.resumes else { return }
        configuration.resumeStore?.keep(kept, for: ResumeStore.key(request))
    }

    /// Takes out the bytes that a later load can go on from.
    static func takeKeptBytes(_ state: inout State) -> KeptBytes? {
        guard let validator = state.validator, state.body.count > 0, state.total.map({ state.body.count < $0 }) ?? true
        else {
            return nil
        }
        return KeptBytes(data: state.body.take(), validator: validator, total: state.total)
    }

    /// Whether an error says nothing against the bytes so far: the network broke, or the server has a passing problem.
    static func leavesBytesGood(_ error: WebImageError) -> Bool {
        RetryPolicy.isTransient(error) || error.code == .cannotConnect || error.code == .tls
    }

    /// Throws the body away; what callbacks have had of it is compared with the next one.
    static func restartBody(_ state: inout State) {
        state.validator = nil
        state.total = nil
        state.resumedBytes = 0
        guard state.body.count > 0 else { return }
        if state.listeners.contains(where: \.wantsData) {
            state.replaced = BodyBuffer()
            swap(&state.replaced, &state.body)
        } else {
            state.body.removeAll()
        }
    }
}
