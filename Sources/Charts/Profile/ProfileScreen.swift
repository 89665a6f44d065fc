import Console
import Foundation
import Training

/// The profile as pictures, one training at a time: thresholds over the notes, where intervals lie, or
/// the errors of tuning, and each week by week.
public struct ProfileScreen<Action>: Screen {
  private let profile: ProfileSnapshot
  private let days: ProfileDays
  private let glyphs: Glyphs
  private let isPlain: Bool

  /// The index of the training shown.
  private var shown = 0
  private var isByWeek = false
  private var keyboard = KeyboardWindow()
  private var timeline = TimelineWindow()

  /// The index of the interval picked; `nil` for all.
  private var picked: Int?

  /// The first interval in view.
  private var firstInterval = 0

  /// - Parameter isPlain: whether figures are given in words instead of pictures, however long.
  public init(
    profile: ProfileSnapshot, days: ProfileDays, glyphs: Glyphs, isPlain: Bool = false
  ) {
    self.profile = profile
    self.days = days
    self.glyphs = glyphs
    self.isPlain = isPlain
  }

  public var help: [String] { ProfileScreenText.help(glyphs) }

  public func frame(in size: TerminalSize) -> StageFrame? {
    isPlain ? nil : page(in: size).frame(in: size)
  }

  public func lines(in size: TerminalSize) -> [String] {
    frame(in: size)?.grid(in: size).lines ?? spoken(in: size)
  }

  public func spoken(in size: TerminalSize) -> [String] {
    page(in: size).spoken(width: max(size.columns - 1, 1))
  }

  public mutating func handle(_ key: Key) -> ScreenReply<Action> {
    switch key {
    case .right, .character("l"): shown = (shown + 1) % TrainingChoice.all.count
    case .left, .character("h"):
      shown = (shown + TrainingChoice.all.count - 1) % TrainingChoice.all.count
    case .character("t"), .character("T"): isByWeek.toggle()
    case .character("z"), .character("Z"): zoom()
    case .tab: pickNext()
    case .up, .character("k"): move(up: true)
    case .down, .character("j"): move(up: false)
    case .character("q"), .character("Q"), .escape, .enter: return .back
    default: break
    }
    return .stay
  }

  private var choice: TrainingChoice { TrainingChoice.all[shown] }

  private mutating func zoom() {
    if isByWeek {
      timeline.enlarge()
    } else if choice == .notes {
      keyboard.enlarge()
    }
  }

  /// Picks the next interval; after the last one, all.
  private mutating func pickNext() {
    guard choice == .intervals, !isByWeek else { return }
    let next = picked.map { $0 + 1 } ?? 0
    picked = profile.intervals.parts.indices.contains(next) ? next : nil
  }

  private mutating func move(up: Bool) {
    if isByWeek {
      guard let span = days.span(of: choice) else { return }
      if up {
        timeline.goBack(in: span, days.calendar)
      } else {
        timeline.goForth(in: span, days.calendar)
      }
    } else if choice == .notes {
      guard let notes = profile.notes.range else { return }
      if up { keyboard.goUp(in: notes) } else { keyboard.goDown() }
    } else if choice == .intervals {
      let last = max(profile.intervals.parts.count - 1, 0)
      firstInterval = min(max(firstInterval + (up ? -1 : 1), 0), last)
    }
  }

  private func page(in size: TerminalSize) -> ProfilePage {
    let title = ProfileScreenText.title(choice)
    guard !isByWeek else {
      return WeeksPage(days: days, window: timeline, choice: choice, glyphs: glyphs)
        .page(title, sentences: sentencesOfWeeks)
    }
    return switch (choice.training, choice.kind) {
    case (.comparison, .unison):
      NotesPage(
        entries: profile.notes,
        sentences: profile.unison.level.answers > 0
          ? VerdictText.sentences(profile.unison) : [ProfileText.untrained],
        window: keyboard, glyphs: glyphs
      ).page(title, in: size)
    case (.comparison, .interval):
      IntervalsPage(
        verdicts: profile.intervals, picked: picked, first: firstInterval, glyphs: glyphs
      ).page(title)
    case (.matching, let kind):
      MatchingPage(
        verdicts: profile.matching[kind].verdicts, errors: profile.matching[kind].distribution,
        glyphs: glyphs
      ).page(title)
    }
  }

  /// The change first: that is what weeks are looked at for.
  private var sentencesOfWeeks: [String] {
    switch (choice.training, choice.kind) {
    case (.comparison, .unison):
      VerdictText.trend(profile.unison.trend, of: profile.unison.level.state)
        + VerdictText.present(profile.unison)
    case (.comparison, .interval):
      VerdictText.trend(profile.intervals.trend, of: profile.intervals.state)
        + VerdictText.present(profile.intervals)
    case (.matching, let kind): MatchingPage.sentences(profile.matching[kind].verdicts)
    }
  }
}

extension TrainingChoice {
  /// The one whose thresholds are shown over the notes.
  fileprivate static let notes = TrainingChoice(.comparison, .unison)
  fileprivate static let intervals = TrainingChoice(.comparison, .interval)
}

extension ProfileSnapshot {
  /// The notes with what may be said of their thresholds.
  fileprivate var notes: [NotesPage.Entry] {
    comparison.unison.notes.compactMap { note in
      note.verdict.map { NotesPage.Entry(note: note.note, verdict: $0) }
    }
  }
}
