internal import FoundationEssentials
internal import WebImageCore

// What the engine's thread brings.
extension LoadOperation: TransferHandler {
    func transfer(_ identifier: UInt64, didReceive head: TransferHead) -> TransferVerdict {
        guard let plan = state.withLock({ $0.isEnded ? nil : $0.plan })?.plan else { return .stop }
        let sent = HTTPResponse(status: head.status, headers: head.headers, url: ImageURL(plan.address.text))
        guard sent.redirectTarget == nil else {
            state.withLock { $0.response = sent }
            return .receive
        }
        // Foreign code: not under the lock.
        let seen = configuration.responseModifier.map { $0(sent) } ?? sent
        guard let seen else {
            return refuse(WebImageError(.customPartFailed, "The response modifier refused the answer."))
        }
        return accept(sent, seen: seen)
    }

    /// Decides about the body of an answer; `sent` says how it is framed, `seen` what the response modifier made of it.
    private func accept(_ sent: HTTPResponse, seen: HTTPResponse) -> TransferVerdict {
        let (failure, isRestarting, listeners) = state.withLock { state -> (WebImageError?, Bool, [Requester]) in
            var seen = seen
            var total = sent.isEncoded ? nil : sent.contentLength
            var begins = false
            if let offer = state.offer {
                switch offer.judge(sent) {
                case .continues(let length):
                    total = length
                    // What is handed out is the whole (RFC 9111, 3.4).
                    if seen.status == 206 { seen.status = 200 }
                case .restarts:
                    state.offer = nil
                    begins = true
                case .odd:
                    state.restarts = true
                    return (nil, true, [])
                }
            } else if sent.status == 206, request.headers["Range"] == nil, !Self.coversAll(sent) {
                return (
                    WebImageError(.truncated, "The server sent a part, although the whole was asked for."), false, []
                )
            }
            state.response = seen
            if seen.status == 304, request.isConditional { return (nil, false, []) }
            if let failure = ResponseCheck.failure(of: seen, for: request) { return (failure, false, []) }
            if let total, total > request.options.maximumBytes { return (ResponseCheck.tooLarge(request), false, []) }
            // The bytes that were there stayed good as long as the answer could be a failure that passes.
            if begins { Self.restartBody(&state) }
            state.total = total
            state.validator = ResumeValidator(sent)
            if let total { state.body.reserve(total) }
            return (nil, false, state.listeners)
        }
        if let failure { return refuse(failure) }
        if isRestarting { return .stop }
        for listener in listeners { listener.notify() }
        return .receive
    }

    /// Ends this try because of the head; the caller need not wait for the body.
    private func refuse(_ error: WebImageError) -> TransferVerdict {
        state.withLock { $0.transfer = nil }
        failed(error)
        return .detach
    }

    func transfer(_ identifier: UInt64, didReceive bytes: UnsafeRawBufferPointer) -> TransferFlow {
        let (flow, changed, listeners) = state.withLock { state -> (TransferFlow, Bool, [Requester]) in
            guard !state.isEnded, let response = state.response else { return (.stop, false, []) }
            // The body of a redirect is of no use.
            if response.redirectTarget != nil { return (.taken, false, []) }
            guard !Self.isAhead(state, by: Self.highWater) else {
                state.isPaused = true
                return (.pause, false, [])
            }
            let offset = state.body.count
            guard offset + bytes.count <= request.options.maximumBytes, state.body.append(bytes) else {
                state.failure = ResponseCheck.tooLarge(request)
                return (.stop, false, [])
            }
            let changed = state.replaced.count > 0 && !state.body.matches(state.replaced, from: offset)
            if changed || state.body.count >= state.replaced.count { state.replaced.removeAll() }
            return (.taken, changed, state.listeners)
        }
        for listener in listeners {
            if changed { listener.stopPieces() }
            listener.notify()
        }
        return flow
    }

    func transfer(_ identifier: UInt64, didEnd end: TransferEnd) {
        let (next, kept) = state.withLock { state -> (Next, KeptBytes?) in
            state.transfer = nil
            if state.isEnded { return (.nothing, Self.takeKeptBytes(&state)) }
            guard let shared = state.plan else { return (.nothing, nil) }
            if state.restarts {
                state.offer = nil
                Self.restartBody(&state)
                var plan = shared.plan
                ResumeOffer.remove(from: &plan)
                return (.start(plan), nil)
            }
            if let error = state.failure ?? end.error { return (.failed(error), nil) }
            guard let response = state.response else {
                let error = WebImageError(.connectionLost, "The server sent no answer. Try again.")
                return (.failed(error), nil)
            }
            if let location = response.redirectTarget {
                state.redirects += 1
                return (.redirect(shared.plan, response, location), nil)
            }
            if let total = state.total, state.body.count != total, shared.plan.method != "HEAD", response.status != 304
            {
                let error = WebImageError(.truncated, "The body has another length than the server said. Try again.")
                Self.restartBody(&state)
                return (.failed(error), nil)
            }
            return (success(response, shared.plan, end.metrics, &state), nil)
        }
        keep(kept)
        if let report = configuration.onMetrics, let plan = state.withLock({ $0.plan }) {
            report(ImageURL(plan.plan.address.text), end.metrics)
        }
        perform(next)
    }

    private func success(
        _ response: HTTPResponse, _ plan: TransferPlan, _ metrics: TransferMetrics, _ state: inout State
    ) -> Next {
        var data = LoadedData(data: state.body.take(), origin: .network)
        // What is told from here on comes from the outcome.
        state.response = nil
        data.isNotModified = response.status == 304
        if data.isNotModified { data.data = Data() }
        if data.data.isEmpty, !data.isNotModified, plan.method != "HEAD" {
            return .fail(ResponseCheck.empty(response, request))
        }
        data.status = response.status
        data.headers = response.headers
        data.finalURL = response.url
        data.metrics = metrics
        data.metrics.redirects = state.redirects
        data.metrics.queued = state.queued
        data.metrics.attempts = state.attempts
        data.metrics.resumedBytes = state.resumedBytes
        return .end(data, response)
    }

    /// Whether a 206 that nobody asked for holds the whole anyway.
    private static func coversAll(_ response: HTTPResponse) -> Bool {
        guard let range = ContentRange(response.headers["Content-Range"]), let total = range.total else { return false }
        return range.first == 0 && range.last == total - 1
    }
}

extension LoadOperation: Requester.Source {
    func read(from offset: Int, wantsData: Bool) -> (progress: LoadProgress?, piece: Data) {
        state.withLock { state in
            // Before the answer, kept bytes may yet turn out to be those of an old version.
            guard state.response != nil else { return (nil, Data()) }
            let progress = LoadProgress(received: state.body.count, total: state.total)
            return (progress, wantsData ? state.body.copy(from: offset) : Data())
        }
    }
}
