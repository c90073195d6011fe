#if Terminal
    internal import CWebImageChafa
    internal import WebImageCore

    /// Turns pixels into what a terminal draws.
    ///
    /// Owns the library's description of the terminal, and frees it. Used by one thread at a time.
    final class TerminalCanvas {
        private let terminal: OpaquePointer
        /// What is used, never ``DrawProtocol/auto``.
        let drawProtocol: DrawProtocol
        private let mode: ChafaCanvasMode
        private let usesUnicode: Bool

        /// - Parameter isTerminal: Whether a terminal reads this: otherwise blocks are drawn, the plainest there is.
        init(_ wanted: DrawProtocol, isTerminal: Bool) {
            let environment = g_get_environ()
            defer { g_strfreev(environment) }
            let database = chafa_term_db_get_default()
            terminal = chafa_term_db_detect(database, environment)
            // Asked before the fallback is put in, which claims that everything works.
            let detected = isTerminal ? Self.detected(terminal) : .blocks
            let fallback = chafa_term_db_get_fallback_info(database)
            chafa_term_info_supplement(terminal, fallback)
            chafa_term_info_unref(fallback)
            drawProtocol = wanted == .auto ? detected : wanted
            mode = Self.canvasMode
            usesUnicode = Environment.isUTF8
        }

        deinit { chafa_term_info_unref(terminal) }

        /// How many cells a picture of `size` pixels takes inside of `box` cells.
        func cells(of size: PixelSize, in box: PixelSize, cell: PixelSize) -> PixelSize {
            var (width, height) = (gint(box.width), gint(box.height))
            chafa_calc_canvas_geometry(
                gint(size.width), gint(size.height), &width, &height, Float(cell.width) / Float(cell.height), 0, 0)
            return PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
        }

        /// The characters that draw `bitmap` in `cells`; rows of blocks are separated by line feeds.
        func text(of bitmap: Bitmap, cells: PixelSize, cell: PixelSize) -> String {
            let configuration = chafa_canvas_config_new()
            defer { chafa_canvas_config_unref(configuration) }
            chafa_canvas_config_set_geometry(configuration, gint(cells.width), gint(cells.height))
            chafa_canvas_config_set_cell_geometry(configuration, gint(cell.width), gint(cell.height))
            chafa_canvas_config_set_canvas_mode(configuration, mode)
            chafa_canvas_config_set_pixel_mode(configuration, pixelMode)
            // Others move the cursor over cells that don't change.
            chafa_canvas_config_set_optimizations(configuration, CHAFA_OPTIMIZATION_REUSE_ATTRIBUTES)
            let symbols = chafa_symbol_map_new()
            defer { chafa_symbol_map_unref(symbols) }
            chafa_symbol_map_add_by_tags(symbols, usesUnicode ? CHAFA_SYMBOL_TAG_BLOCK : CHAFA_SYMBOL_TAG_ASCII)
            chafa_symbol_map_add_by_tags(symbols, CHAFA_SYMBOL_TAG_SPACE)
            chafa_canvas_config_set_symbol_map(configuration, symbols)
            let canvas = chafa_canvas_new(configuration)
            defer { chafa_canvas_unref(canvas) }
            bitmap.withUnsafeBytes { bytes in
                chafa_canvas_draw_all_pixels(
                    canvas, CHAFA_PIXEL_BGRA8_PREMULTIPLIED, bytes.bindMemory(to: UInt8.self).baseAddress,
                    gint(bitmap.width), gint(bitmap.height), gint(bitmap.bytesPerRow))
            }
            guard let printed = chafa_canvas_print(canvas, terminal) else { return "" }
            defer { g_string_free(printed, 1) }
            let bytes = UnsafeRawBufferPointer(start: wi_string_text(printed), count: wi_string_length(printed))
            return String(decoding: bytes, as: UTF8.self)
        }

        private var pixelMode: ChafaPixelMode {
            switch drawProtocol {
            case .kitty: CHAFA_PIXEL_MODE_KITTY
            case .iterm: CHAFA_PIXEL_MODE_ITERM2
            case .sixel: CHAFA_PIXEL_MODE_SIXELS
            case .auto, .blocks: CHAFA_PIXEL_MODE_SYMBOLS
            }
        }

        private static func detected(_ terminal: OpaquePointer) -> DrawProtocol {
            // A multiplexer lets no pictures through, whatever the terminal behind it can do.
            let name = Environment["TERM"] ?? ""
            if Environment["TMUX"] != nil || name.hasPrefix("screen") || name.hasPrefix("tmux") { return .blocks }
            func has(_ sequence: ChafaTermSeq) -> Bool { chafa_term_info_have_seq(terminal, sequence) != 0 }
            if has(CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1) { return .kitty }
            if has(CHAFA_TERM_SEQ_BEGIN_ITERM2_IMAGE) { return .iterm }
            return has(CHAFA_TERM_SEQ_BEGIN_SIXELS) ? .sixel : .blocks
        }

        private static var canvasMode: ChafaCanvasMode {
            if Environment["NO_COLOR"] != nil || Environment["TERM"] == "dumb" { return CHAFA_CANVAS_MODE_FGBG }
            let depth = Environment["COLORTERM"]?.lowercased()
            if depth == "truecolor" || depth == "24bit" { return CHAFA_CANVAS_MODE_TRUECOLOR }
            let name = Environment["TERM"] ?? ""
            if ["kitty", "direct", "wezterm", "foot", "ghostty", "alacritty"].contains(where: name.contains) {
                return CHAFA_CANVAS_MODE_TRUECOLOR
            }
            return name == "linux" ? CHAFA_CANVAS_MODE_INDEXED_16 : CHAFA_CANVAS_MODE_INDEXED_240
        }
    }
#endif
