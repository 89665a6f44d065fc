import Settings

extension CommandContext {
  /// Saves that a controller has the map of that name, and which inputs its lights are; returns the exit
  /// status. Throws `SettingsError` if there is no such map, or if what it or the file says is not allowed.
  ///
  /// - Parameter lights: parts of the names of the inputs, or patterns; empty to leave what is set.
  func saveControllerMap(_ name: String, lights: [String]) throws -> Int32 {
    let texts = Self.settings(ofMap: name, lights: lights)
    // The map is read as a training would read it, before anything is written.
    _ = try FileUserSettings(
      file: settingsFile,
      overrides: SettingsOverrides(
        Dictionary(texts.map { ($0.key, $0.text) }, uniquingKeysWith: { $1 })))
    let file = try writableSettingsFile
    for setting in texts { try file.set(setting.key, setting.text) }
    let view: any MIDIView =
      global.json
      ? MIDIJSONView(output: output)
      : MIDITextView(output: output, messages: messages, hasKeys: false)
    view.showWritten(texts.map { ($0.key.name, $0.text) }, path: file.path)
    return ExitStatus.success.rawValue
  }

  /// What is set for a map, in the order in which it is written.
  static func settings(ofMap name: String, lights: [String]) -> [LearnMachine.Setting] {
    let map = LearnMachine.Setting(key: .controller, text: name)
    guard !lights.isEmpty else { return [map] }
    let inputs = LearnMachine.Setting(
      key: .connectMidiOutput, text: lights.joined(separator: ","))
    return [map, inputs]
  }
}
