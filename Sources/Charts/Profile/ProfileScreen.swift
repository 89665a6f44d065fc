import Console
import Foundation
import Training

/// The profile as pictures, one training at a time: thresholds over the keyboard, where intervals lie, or
/// the errors of tuning, and each from day to day.
public struct ProfileScreen<Action>: Screen {
  private let profile: ProfileSnapshot
  private let days: ProfileDays
  private let glyphs: Glyphs
  private let isPlain: Bool

  /// The index of the training shown.
  private var shown = 0
  private var isByDay = false
  private var keyboard = KeyboardWindow()
  private var timeline = TimelineWindow()

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

  public func lines(in size: TerminalSize) -> [String] {
    isPlain
      ? page(width: size.columns - 1).plainLines(width: max(size.columns - 1, 1))
      : page(width: size.columns - 1).lines(in: size)
  }

  public mutating func handle(_ key: Key) -> ScreenReply<Action> {
    switch key {
    case .right, .character("l"): shown = (shown + 1) % TrainingChoice.all.count
    case .left, .character("h"):
      shown = (shown + TrainingChoice.all.count - 1) % TrainingChoice.all.count
    case .character("t"), .character("T"): isByDay.toggle()
    case .character("+"), .character("="): zoom(in: true)
    case .character("-"): zoom(in: false)
    case .up, .character("k"): move(up: true)
    case .down, .character("j"): move(up: false)
    case .character("q"), .character("Q"), .escape, .enter: return .back
    default: break
    }
    return .stay
  }

  private var choice: TrainingChoice { TrainingChoice.all[shown] }

  private mutating func zoom(in isIn: Bool) {
    if isByDay {
      isIn ? timeline.enlarge() : timeline.reduce()
    } else if choice == .keyboard {
      isIn ? keyboard.enlarge() : keyboard.reduce()
    }
  }

  private mutating func move(up: Bool) {
    if isByDay {
      guard let span = days.span(of: choice.training, choice.kind) else { return }
      if up {
        timeline.goBack(in: span, days.calendar)
      } else {
        timeline.goForth(in: span, days.calendar)
      }
    } else if choice == .keyboard {
      guard let notes = profile.comparison.unison.range else { return }
      if up { keyboard.goUp(in: notes) } else { keyboard.goDown() }
    }
  }

  private func page(width: Int) -> ProfilePage {
    let (training, kind) = (choice.training, choice.kind)
    let heading = choice.name
    if isByDay {
      let page = TimelinePage(
        days: days, profile: profile, window: timeline, kind: kind, glyphs: glyphs)
      return page.page(of: training, heading: heading)
    }
    return switch (training, kind) {
    case (.comparison, .unison):
      KeyboardPage(
        part: profile.comparison.unison, verdicts: profile.unison, window: keyboard, glyphs: glyphs
      ).page(heading: heading, width: width)
    case (.comparison, .interval):
      IntervalsPage(verdicts: profile.intervals, glyphs: glyphs).page(heading: heading)
    case (.matching, let kind):
      TuningPage(verdicts: profile.matching[kind].verdicts, glyphs: glyphs).page(heading: heading)
    }
  }
}

extension TrainingChoice {
  /// The one whose thresholds are shown over the keyboard.
  fileprivate static let keyboard = TrainingChoice(.comparison, .unison)
}
