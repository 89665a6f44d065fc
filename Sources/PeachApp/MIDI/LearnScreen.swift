import Client
import Console
import Language
import Program
import Realtime
import Settings
import Sound

/// MIDI learn on the stage: the controls found so far, and those to come.
///
///     ✓ tune        knob (CC 1)
///     › in tune     press a pad or pedal …
///       higher · lower · first · second · hear again · pause
///
/// The guess of a step is accepted at once; Backspace repeats the step.
struct LearnScreen: @MainActor StageScreen {
  enum Action: Hashable {
    /// Write these settings.
    case save([LearnMachine.Setting])
  }

  private let glyphs: Glyphs
  private var machine = LearnMachine()
  private var isListening = false

  /// The last message in words, recognized or not.
  private var arrived = ""

  init(glyphs: Glyphs) { self.glyphs = glyphs }

  /// Shows that messages can come.
  mutating func begin() { isListening = true }

  /// Receives messages. Returns true if the screen has changed.
  ///
  /// - Parameter arrived: the last message in words, even if Peach ignores it.
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
      // The prompt is wrapped beside the name.
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

  /// The control that a step has found.
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
  /// The role of the control, in a word or two.
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

/// Drives a ``LearnScreen`` with a MIDI input of its own, so that the controls do nothing else
/// meanwhile. Main thread.
final class MIDITeacher {
  /// Called when the screen has changed by itself.
  var onChange: (() -> Void)?

  /// Called once if nothing can be received.
  var onFault: ((Fault) -> Void)?

  /// Ends when the MIDI input is closed.
  private(set) var closing: Task<Void, Never>?

  private(set) var screen: LearnScreen
  private let context: CommandContext
  private let link: ServerLink
  private var opening: Task<MIDIListener?, Never>?

  init(_ context: CommandContext, _ link: ServerLink) {
    self.context = context
    self.link = link
    screen = LearnScreen(glyphs: context.screenGlyphs)
  }

  func handle(_ key: Key) -> ScreenReply<LearnScreen.Action> { screen.handle(key) }

  func begin() {
    let global = context.global
    opening = Task { [weak self] () -> MIDIListener? in
      do {
        let listener = try await MIDIListener.open(
          name: global.clientName, server: global.server)
        listener.onEvents = { events, _ in self?.receive(events) }
        listener.onFault = {
          self?.fail($0 == .serverGone ? .noServer(name: global.server) : Fault($0))
        }
        do {
          try await listener.activate()
        } catch {
          await listener.close()
          throw error
        }
        _ = await listener.connectSources(matching: self?.sources ?? [])
        self?.screen.begin()
        self?.onChange?()
        return listener
      } catch {
        self?.fail(Fault(any: error))
        return nil
      }
    }
  }

  /// Closes the MIDI input.
  func close() {
    onFault = nil
    onChange = nil
    closing = Task { [opening] in await opening?.value?.close() }
  }

  /// The sources that are connected to Peach; all sources if there is none.
  private var sources: [MIDISourcePattern] {
    let connected = (link.client?.engine.connections.all ?? [])
      .filter { $0.port == JackConnections.midiInput }.map { MIDISourcePattern($0.peer) }
    return connected.isEmpty ? [MIDISourcePattern("*")] : connected
  }

  private func receive(_ events: [HeardMIDI]) {
    // Messages of clocks come all the time.
    let last = events.last { ($0.bytes.first ?? 0) < 0xF0 }
    let words = last.map { MIDIWords.text($0.bytes, size: $0.size) }
    if screen.receive(events.compactMap(\.message), arrived: words) { onChange?() }
  }

  private func fail(_ fault: Fault) {
    let report = onFault
    onFault = nil
    report?(fault)
  }
}
