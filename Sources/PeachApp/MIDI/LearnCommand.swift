import ArgumentParser
import Console
import Language
import Program
import Settings
import Sound

/// The command `peach midi learn`, which asks for each control, or sets the map of a controller.
struct LearnCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: localized(
      "Learn the controls of a controller and save them in the settings file."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Peach asks for the knob that tunes and for the keys, pads or pedals that commit and \
        answer. It shows what it recognized and waits: Enter accepts, Backspace tries again, Space \
        keeps the present setting, Esc quits without saving. From a pipe, each line is one answer (accept, \
        again, skip, quit). At the end, the accepted controls are saved; comments and other \
        settings are kept. With --map, Peach asks nothing, saves the map of that name and removes controls \
        learnt before, which would override it; if you also give --connect-midi, the lights go to the \
        inputs of that name.
        """),
      examples: """
        peach midi learn --connect-midi LPD8
        peach midi learn --map korg-nanokontrol2 --connect-midi nanoKONTROL2
        """))
  @Option(
    help: ArgumentHelp(
      localized("Save the map of that name instead of asking for each control."),
      valueName: localized(context: "value of an option", "name")),
    completion: .setting("controller"))
  var map: String?

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report(asEvents: true) {
      // A bad settings file is reported before the user turns a knob.
      _ = try context.readSettings()
      if let map { return try saveMap(map, in: context) }
      // The closures of the learner hold it weakly.
      let learner = MIDILearner(context)
      defer { withExtendedLifetime(learner) {} }
      return try await learner.run()
    }
    throw ExitCode(status)
  }

  /// Saves the map of a controller and returns the exit status. If it throws ``Fault`` or
  /// `SettingsError`, nothing is saved.
  @MainActor private func saveMap(_ name: String, in context: CommandContext) throws -> Int32 {
    let file = try context.writableSettingsFile
    let choice = try MapChoice(name, lights: global.connectMidi, in: file)
    try file.change(
      setting: choice.settings.map { (key: $0.key, text: $0.text) },
      removing: choice.removed.map(\.key))
    let view: any MIDIView =
      global.json
      ? MIDIJSONView(output: context.output)
      : MIDITextView(output: context.output, messages: context.messages, hasKeys: false)
    view.showWritten(choice.settings.map { ($0.key.name, $0.text) }, path: file.path)
    if !choice.removed.isEmpty { view.showNotice(.controlsRemoved(choice.removed)) }
    if !choice.overriding.isEmpty { view.showNotice(.mapOverridden(by: choice.overriding)) }
    return ExitStatus.success.rawValue
  }
}

/// The changes of a settings file that give a controller a map.
struct MapChoice {
  /// The new settings, in the order in which they are written.
  let settings: [LearnMachine.Setting]

  /// The learnt controls, which would override those of the map or belong to another controller.
  let removed: [LearnMachine.Setting]

  /// The other settings in the file that override the map.
  let overriding: [SettingKey]

  /// Reads the map as a training would. Throws `SettingsError` if there is no such map, or if a
  /// value in it or in the file is not allowed.
  ///
  /// - Parameters:
  ///   - name: the name of the map; empty for no map, so that the controls stay.
  ///   - lights: patterns of the inputs for the lights; empty to keep the setting.
  init(_ name: String, lights: [String], in file: SettingsFile) throws {
    var texts: [SettingKey: String] = [.controller: name]
    if !lights.isEmpty { texts[.connectMidiOutput] = lights.joined(separator: ",") }
    settings = [SettingKey.controller, .connectMidiOutput].compactMap { key in
      texts[key].map { LearnMachine.Setting(key: key, text: $0) }
    }
    let read = try FileUserSettings(file: file, overrides: SettingsOverrides(texts))
    var removed: [LearnMachine.Setting] = []
    var overriding: [SettingKey] = []
    if let ofMap = read.controllerKeys {
      for key in SettingKey.allCases where LearnMachine.keys.contains(key) || ofMap.contains(key) {
        guard let text = try file.storedText(of: key) else { continue }
        if LearnMachine.keys.contains(key) {
          removed.append(LearnMachine.Setting(key: key, text: text))
        } else {
          overriding.append(key)
        }
      }
    }
    (self.removed, self.overriding) = (removed, overriding)
  }
}

extension Notice {
  /// The controls of the map have replaced learnt controls.
  fileprivate static func controlsRemoved(_ settings: [LearnMachine.Setting]) -> Notice {
    let texts = settings.map { "\($0.key.name) = \($0.text)" }
    return Notice(
      "controlsRemoved",
      localized(
        "removed from the settings, because they would override the map: %@",
        texts.joined(separator: "; ")),
      [ShownField("settings", .object(settings.map { ShownField($0.key.name, .text($0.text)) }))])
  }

  /// The file still overrides the map.
  fileprivate static func mapOverridden(by keys: [SettingKey]) -> Notice {
    let names = keys.map(\.name)
    return Notice(
      "mapOverridden",
      localized(
        "these of your settings override the map: %@ (peach settings unset %@ lets the map decide)",
        names.joined(separator: ", "), names[0]),
      [ShownField("settings", .list(names))])
  }
}

/// Drives a ``LearnMachine`` in a run of `peach midi learn`. Main thread.
private final class MIDILearner {
  private let context: CommandContext
  private let listening: ListeningRun
  private var machine = LearnMachine()

  init(_ context: CommandContext) {
    self.context = context
    listening = ListeningRun(context)
  }

  /// Asks for each control in turn; returns the exit status. Throws `JackError`.
  func run() async throws -> Int32 {
    listening.onEvents = { [weak self] events, _ in
      guard let self else { return }
      perform(machine.receive(events.compactMap(\.message)))
    }
    listening.onWord = { [weak self] word in
      guard let answer = LearnAnswer(line: word) else {
        self?.listening.view.showNotice(.unknownAnswer(word))
        return
      }
      self?.handle(answer)
    }
    listening.onKey = { [weak self] key in
      if let answer = LearnAnswer(key) { self?.handle(answer) }
    }
    listening.whenReady = { [weak self] in
      guard let self else { return }
      perform(machine.guess.map { .show($0) } ?? .ask(machine.step))
    }
    return try await listening.run { _ in }
  }

  private func handle(_ answer: LearnAnswer) {
    switch answer {
    case .skip: perform(machine.skip())
    // A guess that is not yet accepted is the last one.
    case .redo: perform(machine.guess == nil ? machine.back() : machine.again())
    case .accept: perform(machine.accept())
    case .leave: listening.end(ExitStatus.success.rawValue)
    }
  }

  private func perform(_ action: LearnMachine.Action?) {
    switch action {
    case .ask(let step): listening.view.ask(step)
    case .show(let guess): show(guess)
    case .hear(let heard): listening.view.showHeard(heard)
    case .nothingHeard: listening.view.showNotice(.nothingReceived)
    case .finish(let settings): finish(settings)
    case nil: break
    }
  }

  private func show(_ guess: LearnMachine.Guess) {
    let (value, channel) =
      switch guess {
      case .control(let guess): (guess.control.text, guess.channel)
      case .button(let guess): (guess.button.description, guess.channel)
      }
    let step = machine.step
    listening.view.showGuess(step, value: value, channel: channel)
  }

  private func finish(_ settings: [LearnMachine.Setting]) {
    do {
      let file = try context.writableSettingsFile
      let texts = try file.withControlsMoved(by: settings.map { (key: $0.key, text: $0.text) })
      try file.change(setting: texts)
      listening.view.showWritten(texts.map { ($0.key.name, $0.text) }, path: file.path)
      listening.end(ExitStatus.success.rawValue)
    } catch {
      let fault = Fault(any: error)
      listening.view.showFault(fault)
      listening.end(fault.status.rawValue)
    }
  }
}

extension ControlGuess.Control {
  fileprivate var text: String {
    switch self {
    case .slider(let control): control.description
    case .wheel: localized("the pitch wheel")
    }
  }
}

extension Notice {
  /// There is nothing to accept yet.
  fileprivate static var nothingReceived: Notice {
    Notice(
      "nothingHeard", localized("no matching MIDI message has arrived yet, so nothing to accept"))
  }

  /// The word is not an answer to the question.
  fileprivate static func unknownAnswer(_ word: String) -> Notice {
    Notice(
      "unknownAnswer",
      localized(
        "'%@' is not an answer; the answers are %@", word,
        LearnAnswer.allCases.map { "\($0.word) (\($0.key))" }.joined(separator: ", ")))
  }
}
