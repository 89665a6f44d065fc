import ArgumentParser
import Language
import Program
import Settings

/// `peach midi learn`: asks for each control, or takes the map of a controller as a whole.
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
      // Reports a bad settings file before the user turns a knob.
      _ = try context.readSettings()
      if let map { return try saveMap(map, in: context) }
      // The closures of the learner hold it weakly.
      let learner = MIDILearner(context)
      defer { withExtendedLifetime(learner) {} }
      return try await learner.run()
    }
    throw ExitCode(status)
  }

  /// Saves that a controller has the map of that name; returns the exit status. Throws ``Fault`` and
  /// `SettingsError`, and nothing is saved.
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

/// What changes in a settings file when a controller gets the map of a name: the controls of the map count
/// from then on.
struct MapChoice {
  /// What is set, in the order in which it is written.
  let settings: [LearnMachine.Setting]

  /// The controls that somebody has learnt before, and which would override those of the map or belong to
  /// another controller.
  let removed: [LearnMachine.Setting]

  /// What else the file says that overrides the map: nobody has learnt it.
  let overriding: [SettingKey]

  /// Reads the map as a training would. Throws `SettingsError` if there is no such map, or if what it or the
  /// file says is not allowed.
  ///
  /// - Parameters:
  ///   - name: the name of the map; empty for none, and the controls stay.
  ///   - lights: parts of the names of the inputs that the lights go to, or patterns; empty to leave what is
  ///     set.
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
  /// Controls that were learnt before have given way to those of the map.
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
