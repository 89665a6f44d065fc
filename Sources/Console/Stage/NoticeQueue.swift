import MainThread

/// The messages for the row of notices. Each stays at least 2 s, and 6 s if no other waits. The
/// level comes before all others, at once, for 1.5 s.
///
/// A value that knows no clock: every call says what time it is.
public nonisolated struct NoticeQueue: Sendable {
  public typealias Instant = ProgramClock.Instant

  private struct Notice {
    let code: String
    var text: StyledText
    var count = 1
  }

  private struct Shown {
    var notice: Notice
    /// When it appeared.
    var start: Instant
    /// When it last changed.
    var change: Instant
  }

  public static let shortest = Duration.seconds(2)
  public static let longest = Duration.seconds(6)
  public static let levelTime = Duration.milliseconds(1500)

  /// More would be out of date before their turn comes. The oldest one gives way.
  private static let mostWaiting = 10

  private let times: String
  private var shown: Shown?
  private var waiting: [Notice] = []
  private var level: (text: StyledText, start: Instant, end: Instant)?

  public init(glyphs: Glyphs = .unicode) { times = glyphs.times }

  /// Adds a message. One with the same code that is shown or waits is replaced, and their number is
  /// added.
  public mutating func add(_ text: StyledText, code: String, at time: Instant) {
    advance(to: time)
    if shown?.notice.code == code {
      shown?.notice.text = text
      shown?.notice.count += 1
      shown?.change = level?.start ?? time
    } else if let index = waiting.firstIndex(where: { $0.code == code }) {
      waiting[index].text = text
      waiting[index].count += 1
    } else {
      waiting.append(Notice(code: code, text: text))
      if waiting.count > Self.mostWaiting { waiting.removeFirst() }
    }
    advance(to: time)
  }

  /// Shows the level, in place of what is shown now; that goes on afterwards.
  public mutating func showLevel(_ text: StyledText, at time: Instant) {
    advance(to: time)
    level = (text, level?.start ?? time, time + Self.levelTime)
  }

  /// Forgets everything.
  public mutating func clear() {
    (shown, level, waiting) = (nil, nil, [])
  }

  /// What the row shows; empty if there is nothing.
  public mutating func text(at time: Instant) -> StyledText {
    advance(to: time)
    if let level { return level.text }
    guard let notice = shown?.notice else { return "" }
    return notice.count > 1 ? notice.text + " (\(times)\(notice.count))" : notice.text
  }

  /// When the row next changes by itself; `nil` if it does not.
  public var nextChange: Instant? {
    if let level { return level.end }
    guard let shown else { return nil }
    return waiting.isEmpty ? shown.change + Self.longest : shown.start + Self.shortest
  }

  private mutating func advance(to time: Instant) {
    if let level {
      guard time >= level.end else { return }
      // What it covered has not been seen meanwhile.
      shown?.start += level.end - level.start
      shown?.change += level.end - level.start
      self.level = nil
    }
    if let next = nextChange, time >= next { shown = nil }
    if shown == nil, !waiting.isEmpty {
      shown = Shown(notice: waiting.removeFirst(), start: time, change: time)
    }
  }
}
