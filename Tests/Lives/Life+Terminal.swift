import Console
import Foundation
import MainThread

extension Life {
  /// Somebody reads the start screen and all that it leads to, and types, sometimes whatever comes to hand, while all may
  /// happen.
  func terminal() async throws {
    guard let window = Window() else { throw Fault(description: "no terminal") }
    let course = Course(Witness(try set(trials: 3), isCalm: false) { _ in nil })
    let home = environment.merging(["TERM": choose(["xterm", "xterm", "linux"])]) { $1 }
    let visit = Visit(try command("start --server \(World.name)"), home: home, in: window)
    var reader = Reader(former: Set(known.keys), lastOffsets: { [unowned self] in lastOffsets })
    func expect(_ isSo: Bool, _ what: String) throws {
      guard !isSo else { return }
      throw Fault(
        description: "on a terminal: \(what)", transcript: visit.transcript + window.rows)
    }
    listen(course)
    let end = scheduler.now + .seconds(scheduler.random { Double.random(in: 4...20, using: &$0) })
    while visit.status == nil, scheduler.now < end {
      act(visit, window, course)
      let wait = scheduler.random { Double.random(in: 0.02...0.8, using: &$0) }
      try await ProgramClock.sleep(for: .seconds(wait))
      world.patch(to: "peach")
      course.connected = course.connected ?? scheduler.now
      let rows = window.rows
      // Paths depend on the machine.
      for row in rows where !row.contains("/") { transcriptHash.add(row.utf8) }
      if Reader.isQuiet(rows), let loudest = try await loudest(in: window) {
        try expect(loudest < Self.silence, "it sounds in silence, at \(loudest)")
      }
      let wrong = course.hasDiskFailed ? nil : try reader.read(rows, results: stored())
      if let fault = wrong ?? window.fault ?? course.fault { try expect(false, fault) }
    }
    // Who has trained looks at the start screen.
    for _ in 0..<3 where visit.status == nil && !course.wasEnded {
      visit.type(Self.escape)
      try await ProgramClock.sleep(for: .milliseconds(500))
      _ = try reader.read(window.rows, results: stored())
    }
    let way = scheduler.random { Way.allCases.randomElement(using: &$0) } ?? .terminate
    while visit.status == nil {
      leave(visit, window, way)
      try await ProgramClock.sleep(for: .milliseconds(200))
      try expect(scheduler.now - end < Self.longestEnd, "it does not end")
    }
    settle(course)
    keep(visit.transcript)
    try expect(Self.endings.contains(visit.status ?? -1), "its status is \(visit.status ?? -1)")
    if window.failure == nil {
      try expect(window.modesLeft.isEmpty, "\(window.modesLeft) are left")
      try expect(window.isClearBelow, "something is left below the end")
    }
    if let fault = try adopt() { try expect(false, fault) }
    if let last = reader.start, !course.hasDiskFailed, !hasRecovery, !wasClockSet {
      let next = try await firstScreen(home)
      // Without a result there is none.
      try expect(next == last || next.isEmpty, "\(last) is \(next) at the next start")
    }
  }

  /// What another Peach says of each training as it begins.
  private func firstScreen(_ home: [String: String]) async throws -> [String] {
    guard let window = Window() else { return [] }
    let visit = Visit(try command("start --server \(World.name)"), home: home, in: window)
    try await ProgramClock.sleep(for: .seconds(1))
    let states = Reader.states(window.rows)
    while visit.status == nil {
      visit.send(signal: SIGTERM)
      try await ProgramClock.sleep(for: .milliseconds(50))
    }
    return states
  }

  /// How loud it is while the terminal says that nothing sounds; `nil` if it says so no longer.
  private func loudest(in window: Window) async throws -> Float? {
    try await ProgramClock.sleep(for: Self.ringing)
    _ = world.band?.ear.takeLoudest()
    try await ProgramClock.sleep(for: .milliseconds(300))
    return Reader.isQuiet(window.rows) ? world.band?.ear.takeLoudest() : nil
  }

  /// What a session has stored that announces no ids is known from now on; returns what has become of the results before.
  func adopt() throws -> String? {
    var stored = try stored()
    for (id, isWithdrawn) in try recoverable() { stored[id] = isWithdrawn || stored[id] == true }
    let former = known
    (known, lastFigures) = (stored, [:])
    if let lost = former.keys.sorted().first(where: { stored[$0] == nil }) {
      return "\(lost) is lost"
    }
    return former.keys.sorted().first { former[$0] != stored[$0] }.map { "\($0) was changed" }
  }

  /// How somebody leaves.
  private enum Way: CaseIterable { case quit, interrupt, terminate, close, end }

  private static let endings: Set<Int32> =
    [0, 69, 73, 74, 128 + SIGINT, 128 + SIGTERM, 128 + SIGHUP]

  private func leave(_ visit: Visit, _ window: Window, _ way: Way) {
    switch way {
    case .quit: visit.type(choose([Self.stroke("q"), Self.escape]))
    case .interrupt: visit.send(signal: SIGINT)
    case .terminate: visit.send(signal: SIGTERM)
    case .close:
      window.close()
      visit.send(signal: SIGHUP)
    case .end: visit.hangUp()
    }
  }

  // MARK: What is typed

  private static let arrows = ["A", "B", "C", "D"].map { "\u{1B}[\($0)\u{1B}[1;1:3\($0)" }
  private static let usualKeys = arrows + ["\r", "\r", "1", "2", "3"].map(stroke)
  private static let escape = "\u{1B}[27u\u{1B}[27;1:3u"

  /// A key that is pressed and released, by the keyboard protocol of kitty: the same key can be pressed again at once.
  private nonisolated static func stroke(_ key: String) -> String {
    key + "\u{1B}[\(key.unicodeScalars.first?.value ?? 0);1:3u"
  }

  /// Whatever comes to hand; a sequence that does not end, and a paste.
  private static let anyKeys =
    [
      "p", "r", "u", " ", "j", "k", "h", "l", "0", "4", "7", "9", "t", "i", "s", "m", "?", "+", "-",
      "!", "o", "\t", "\u{0C}", "q", "ü",
    ].map(stroke) + [escape, "\u{1B}[", "\u{1B}[200~rubbish\r\u{1B}[201~"]

  private static let sizes = [(80, 24), (40, 12), (200, 60), (20, 3), (79, 25), (1, 1)]

  private func act(_ visit: Visit, _ window: Window, _ course: Course) {
    let chance = scheduler.random { Int.random(in: 0..<60, using: &$0) }
    switch chance {
    case 0...2: trouble(visit, course)
    case 3...4:
      let (columns, rows) =
        scheduler.random { Self.sizes.randomElement(using: &$0) } ?? (80, 24)
      window.resize(to: TerminalSize(columns: columns, rows: rows))
      visit.send(signal: SIGWINCH)
    case 5...7:
      window.resize(to: window.size)
      visit.send(signal: SIGWINCH)
    case 8:
      // A key that is stuck, or a cat.
      visit.type(
        String(repeating: choose(["\r", " ", "j", "\u{1B}[A", "+", "\u{0}"]), count: 1000))
    case 9...24: visit.type(choose(Self.anyKeys))
    case 25...34 where Reader.isClosing(window.rows): visit.type(Self.stroke("q"))
    case 25...31: visit.type(Self.stroke("u"))
    default: visit.type(choose(Self.usualKeys))
    }
  }

  /// By how much the questions of the last results were off. What was taken back can be heard again.
  private var lastOffsets: [Double] {
    let last = "SELECT centOffset FROM result ORDER BY sequence DESC LIMIT 3"
    return ((try? rows(last)) ?? []).compactMap { $0["centOffset"] }
  }
}

/// Compares what a terminal shows with the history.
@MainActor
struct Reader {
  /// The results before the session that is shown: those when the start screen was shown, or when the page after an
  /// earlier session was.
  private var former: [Set<String>]
  let lastOffsets: () -> [Double]

  /// What the start screen says of each training; `nil` once it is left.
  private(set) var start: [String]?

  /// The results while the page after a session is shown.
  private var closed: Set<String>?

  /// What was shown before.
  private var last: [String] = []
  private var isPlan = false

  init(former: Set<String>, lastOffsets: @escaping () -> [Double]) {
    (self.former, self.lastOffsets) = ([former], lastOffsets)
  }

  /// Whether what is shown says that nothing sounds.
  static func isQuiet(_ rows: [String]) -> Bool {
    rows.contains { $0.contains("Silenced.") } || isClosing(rows)
  }

  static func isClosing(_ rows: [String]) -> Bool {
    rows.contains { $0.hasSuffix("Esc start") } && rows[0].contains(" in ")
  }

  /// The rows of the start screen about the trainings.
  static func states(_ rows: [String]) -> [String] {
    guard rows.contains(where: { $0.contains("0  Settings") }) else { return [] }
    return rows.compactMap { row in
      row.firstMatch(of: #/[1-8]  ((Comparison|Matching|Purity|Playing) .*)/#).map {
        "\($0.output.1)"
      }
    }
  }

  /// Reads what is shown; returns what is wrong with it.
  ///
  /// - Parameter results: all of the history, and whether they are withdrawn.
  mutating func read(
    _ rows: [String], results: @autoclosure () throws -> [String: Bool]
  ) rethrows -> String? {
    // What stays for a moment is no frame between two others.
    defer { last = rows }
    let states = Self.states(rows)
    start = states.isEmpty || rows.count != 24 ? nil : states
    if Self.isClosing(rows) {
      closed = Set(try results().keys)
    } else if let closed {
      // Another session may begin on that page, without the start screen.
      former.append(closed)
      self.closed = nil
    }
    guard rows.first == last.first, rows.count == 24, rows != last || isPlan else { return nil }
    if rows.contains(where: { $0.contains("0  Settings") }) {
      former = [Set(try results().keys)]
      isPlan = false
    }
    if rows.contains(where: { $0.contains("Today") }) { isPlan = true }
    return try closing(rows, results: results) ?? verdict(rows)
  }

  /// The page after a session says how many answers there were.
  private mutating func closing(
    _ rows: [String], results: () throws -> [String: Bool]
  ) rethrows -> String? {
    guard Self.isClosing(rows),
      let match = rows[0].firstMatch(of: #/· (\d+) in /#), let count = Int(match.output.1)
    else { return nil }
    let results = try results()
    let new = former.map { former in
      results.filter { !$0.value && !former.contains($0.key) }.count
    }
    return new.contains(count) ? nil : "\(count) answers are shown, and \(new) are stored"
  }

  /// By how much the last answer was off.
  private func verdict(_ rows: [String]) -> String? {
    guard let row = rows.first(where: { $0.contains("cents") && $0.contains(" it was ") }),
      let match = row.firstMatch(of: #/by (\d+\.\d) cents/#), let shown = Double(match.output.1)
    else { return nil }
    let offsets = lastOffsets()
    return offsets.contains { abs(abs($0) - shown) < 0.06 }
      ? nil : "\(row), and \(offsets) are stored"
  }
}
