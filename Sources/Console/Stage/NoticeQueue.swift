import MainThread

/// The messages for the row of notices. Each stays for at least 2 s, and for 6 s if no other waits.
/// The output level replaces them at once, for 1.5 s.
///
/// The queue has no clock: every call passes the time.
public nonisolated struct NoticeQueue: Sendable {
  public typealias Instant = ProgramClock.Instant

  private struct Notice {
    let code: String
    var text: StyledText
    var count = 1
  }

  private struct Shown {
    var notice: Notice
    var start: Instant
    /// The time of the last change.
    var change: Instant
  }

  public static let shortest = Duration.seconds(2)
  public static let longest = Duration.seconds(6)
  public static let levelTime = Duration.milliseconds(1500)

  /// The most messages that wait: more would be out of date before their turn. The oldest is
  /// dropped.
  private static let mostWaiting = 10

  private let times: String
  private var shown: Shown?
  private var waiting: [Notice] = []
  private var level: (text: StyledText, start: Instant, end: Instant)?

  public init(glyphs: Glyphs = .unicode) { times = glyphs.times }

  /// Adds a message. It replaces one with the same code that is shown or waits, and shows their
  /// number.
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

  /// Shows the level in place of the present message, which continues afterwards.
  public mutating func showLevel(_ text: StyledText, at time: Instant) {
    advance(to: time)
    level = (text, level?.start ?? time, time + Self.levelTime)
  }

  public mutating func clear() {
    (shown, level, waiting) = (nil, nil, [])
  }

  public mutating func text(at time: Instant) -> StyledText {
    advance(to: time)
    if let level { return level.text }
    guard let notice = shown?.notice else { return "" }
    return notice.count > 1 ? notice.text + " (\(times)\(notice.count))" : notice.text
  }

  /// The time of the next change by itself; `nil` if there is none.
  public var nextChange: Instant? {
    if let level { return level.end }
    guard let shown else { return nil }
    return waiting.isEmpty ? shown.change + Self.longest : shown.start + Self.shortest
  }

  private mutating func advance(to time: Instant) {
    if let level {
      guard time >= level.end else { return }
      // The level has covered the message.
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
