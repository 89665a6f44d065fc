import Console
import Language
import Realtime
import Settings

/// MIDI learn on the stage: what was found stays in view, and what is still to come.
///
///     ✓ tune        knob (CC 1)
///     › in tune     press a pad or pedal …
///       higher · lower · first · second · hear again · pause
///
/// A value around a ``LearnMachine``: messages and keys go in. What a step finds is accepted at once;
/// Backspace does it once more.
struct LearnScreen: @MainActor StageScreen {
  enum Action: Hashable {
    /// Write these settings.
    case save([LearnMachine.Setting])
  }

  private let glyphs: Glyphs
  private var machine = LearnMachine()
  private var isListening = false

  /// What has arrived last, whether it is recognized or not; empty for nothing.
  private var arrived = ""

  init(glyphs: Glyphs) { self.glyphs = glyphs }

  /// Messages can come from now on.
  mutating func begin() { isListening = true }

  /// Receives messages; returns whether the screen has changed.
  ///
  /// - Parameter arrived: the last of all messages in words, also of those that Peach ignores.
  mutating func receive(_ messages: [MIDIMessage], arrived: String? = nil) -> Bool {
    let former = self.arrived
    if let arrived { self.arrived = localized("Received: %@", arrived) }
    guard machine.receive(messages) != nil else { return self.arrived != former }
    _ = machine.accept()
    return true
  }

  mutating func handle(_ key: Key) -> ScreenReply<Action> {
    switch LearnAnswer(key) {
    case .skip: if !machine.isComplete { _ = machine.skip() }
    case .redo: _ = machine.back()
    case .accept: return .perform(.save(machine.settings))
    case .leave: return .back
    case nil: return key == .character("?") ? .help : .stay
    }
    return .stay
  }

  // MARK: Drawing

  func spoken(in size: TerminalSize) -> [String] {
    let found = LearnMachine.Step.allCases.last { machine.accepted[$0] != nil }
    return [found.map { "\($0.word): \(text(of: $0))" }, prompt].compactMap { $0 }
  }

  func stage(in size: TerminalSize) -> StageFrame {
    let width = min(size.columns, StageFrame.stageColumns)
    let steps = LearnMachine.Step.allCases
    let names = (steps.map(\.word.columns).max() ?? 0) + 2
    let current = machine.isComplete ? steps.count : steps.firstIndex(of: machine.step) ?? 0
    var body = steps.prefix(current).map { step -> StyledText in
      let sign =
        machine.accepted[step] == nil
        ? StyledText(glyphs.faint, .quiet) : StyledText(glyphs.rightSign, .right)
      return sign + " " + StyledText(step.word).padded(to: names) + StyledText(text(of: step))
    }
    if machine.isComplete {
      body += StyledText(prompt).wrapped(to: width)
    } else {
      let name = StyledText("\(glyphs.pointer) ") + StyledText(machine.step.word).padded(to: names)
      // What is to be done is wrapped beside the name.
      for (index, line) in StyledText(prompt).wrapped(to: width - names - 2).enumerated() {
        body.append(index == 0 ? name.bold + line : StyledText.blanks(names + 2) + line)
      }
    }
    let others = steps.dropFirst(current + 1).map(\.word).joined(separator: " \(glyphs.faint) ")
    if !others.isEmpty {
      body += StyledText(others, .quiet).wrapped(to: width - 2).map { StyledText("  ") + $0 }
    }
    var frame = StageFrame(
      title: StyledText(localized("MIDI learn")), body: body, bodyRows: steps.count,
      focus: min(current, body.count - 1), keys: keys, verdict: StyledText(prompt))
    frame.last = StyledText(arrived)
    return frame
  }

  private var keys: [StageFrame.KeyHint] {
    LearnAnswer.allCases.filter { $0 != .skip || !machine.isComplete }
      .map { $0.hint(savesAll: true) }
  }

  /// What the user is to do now.
  private var prompt: String {
    guard isListening else { return localized("Opening a MIDI port%@", glyphs.ellipsis) }
    if machine.isComplete {
      return machine.settings.isEmpty
        ? localized("Nothing was learnt; Esc cancels.")
        : localized("All is learnt. Enter saves it.")
    }
    if let heard = machine.heard { return heard.words }
    return machine.step == .slider
      ? localized(
        "turn a knob or wheel a little to the left, then to the right %@", glyphs.ellipsis)
      : localized("press a pad or pedal %@", glyphs.ellipsis)
  }

  /// What a step has found.
  private func text(of step: LearnMachine.Step) -> String {
    switch machine.accepted[step] {
    case .control(let guess):
      switch guess.control {
      case .slider(.relative(let number, _)): localized("encoder (CC %d)", number)
      case .slider(let control): localized("knob (%@)", control.inWords)
      case .wheel: localized("the pitch wheel")
      }
    case .button(let guess):
      switch guess.button {
      case .controller, .latchingSwitch: localized("pedal (%@)", guess.button.inWords)
      case .notes, .program: localized("pad (%@)", guess.button.inWords)
      }
    case nil: localized(context: "MIDI learn", "as before")
    }
  }
}

extension LearnMachine.Step {
  /// What the control is for, in a word or two.
  fileprivate var word: String {
    switch self {
    case .slider: localized(context: "MIDI learn", "tune")
    case .commit: localized(context: "MIDI learn", "in tune")
    case .higher: localized(context: "MIDI learn", "higher")
    case .lower: localized(context: "MIDI learn", "lower")
    case .first: localized(context: "MIDI learn", "first")
    case .second: localized(context: "MIDI learn", "second")
    case .again: localized(context: "MIDI learn", "hear again")
    case .pause: localized(context: "MIDI learn", "pause")
    }
  }
}
