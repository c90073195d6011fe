#if GTK
    internal import CWebImageGTK
    internal import WebImage
    internal import WebImageGTK

    /// What the caches hold, their limits, and the buttons that empty them.
    @MainActor
    final class CachePage: Page {
        let name = "cache"
        let title = "Cache"
        let widget = Make.box(GTK_ORIENTATION_VERTICAL, spacing: 18).style("page")
        private let manager: ImageManager
        private var numbers: [String: Widget] = [:]
        private var timer: Task<Void, Never>?
        private var hasRefreshed = false

        init(gallery: Gallery) {
            manager = gallery.manager
            section("Memory", ["Pictures", "Bytes", "Hits", "Misses"])
            section("Disk", ["Entries", "Bytes on disk", "Limit"])
            section("Loads", ["Begun", "From memory", "From disk", "From the source", "Decoded", "Edited", "Failed"])
            section("Animation", ["Frames decoded", "Bytes of frames"])
            let buttons = Make.box(GTK_ORIENTATION_HORIZONTAL)
            buttons.append(
                Make.button("Clear memory") { [unowned self] in clear(.memory) },
                Make.button("Clear disk") { [unowned self] in clear(.disk) },
                Make.label("Memory limit").style("dim"),
                Make.choice(["16 MB", "64 MB", "256 MB", "Standard"], selected: 3) { [unowned self] in
                    let limits = [16, 64, 256].map { MemoryCache.Limits(cost: $0 << 20) } + [MemoryCache.Limits()]
                    (manager.cache as? StandardImageCache)?.memory?.limits = limits[$0]
                    refresh()
                })
            widget.append(buttons)
            connect(widget.raw, "map") { [unowned self] in start() }
            connect(widget.raw, "unmap") { [unowned self] in timer?.cancel() }
        }

        private func section(_ title: String, _ names: [String]) {
            let box = Make.box(GTK_ORIENTATION_VERTICAL, spacing: 8)
            box.append(Make.label(title).style("title"))
            let cards = Make.box(GTK_ORIENTATION_HORIZONTAL)
            for name in names {
                let number = Make.label("–").style("number")
                numbers["\(title) \(name)"] = number
                let card = Make.box(GTK_ORIENTATION_VERTICAL, spacing: 2).style("card")
                gtk_widget_set_size_request(card, 124, -1)
                card.append(number, Make.label(name).style("dim"))
                cards.append(card)
            }
            box.append(cards)
            widget.append(box)
        }

        private func set(_ name: String, _ value: Int?) { numbers[name]?.setText(value.map { "\($0)" } ?? "–") }

        private func set(_ name: String, bytes: Int?) {
            guard let bytes else { return set(name, nil) }
            let text = bytes < 1_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
            numbers[name]?.setText(text)
        }

        private func start() {
            timer = Task { [weak self] in
                while !Task.isCancelled, let self {
                    refresh()
                    try? await Task.sleep(for: .seconds(1))
                }
            }
        }

        private func refresh() {
            let statistics = manager.statistics
            let cache = manager.cache as? StandardImageCache
            let memory = cache?.memory?.statistics
            set("Memory Pictures", memory?.count)
            set("Memory Bytes", bytes: memory?.cost)
            set("Memory Hits", memory?.hits)
            set("Memory Misses", memory?.misses)
            set("Loads Begun", statistics.loads)
            set("Loads From memory", statistics.results[.memory] ?? 0)
            set("Loads From disk", statistics.results[.disk] ?? 0)
            let others: [LoadedImage.Source] = [.network, .file, .data, .custom]
            set("Loads From the source", others.reduce(0) { $0 + (statistics.results[$1] ?? 0) })
            set("Loads Decoded", statistics.decodings)
            set("Loads Edited", statistics.edits)
            set("Loads Failed", statistics.failures)
            set("Animation Frames decoded", FramePool.shared.decodeCount)
            set("Animation Bytes of frames", bytes: FramePool.shared.keptBytes)
            Task { [weak self] in
                let disk = try? await cache?.disk?.statistics()
                self?.set("Disk Entries", disk?.entries)
                self?.set("Disk Bytes on disk", bytes: disk?.bytes)
                self?.set("Disk Limit", bytes: disk?.limitBytes)
                self?.hasRefreshed = true
            }
        }

        private func clear(_ tier: CacheTiers) {
            Task { [weak self, manager] in
                try? await manager.cache.removeAll(context: CacheContext(tiers: tier))
                self?.refresh()
            }
        }

        var isReady: Bool { hasRefreshed }
    }
#endif
