import ArgumentParser
import Settings

/// An option for each setting, for this run only.
struct SettingOptions: ParsableArguments {
  @Option(help: Self.help(.noteRangeMin))
  var noteRangeMin: String?

  @Option(help: Self.help(.noteRangeMax))
  var noteRangeMax: String?

  @Option(help: Self.help(.noteDuration))
  var noteDuration: String?

  @Option(help: Self.help(.referencePitch))
  var referencePitch: String?

  @Option(help: Self.help(.soundSource))
  var soundSource: String?

  @Option(help: Self.help(.varyLoudness))
  var varyLoudness: String?

  @Option(help: Self.help(.intervals))
  var intervals: String?

  @Option(
    name: [.customLong("tuning"), .customLong("tuning-system")], help: Self.help(.tuningSystem))
  var tuningSystem: String?

  @Option(help: Self.help(.strategy))
  var strategy: String?

  @Option(help: Self.help(.wrongAnswerSignal))
  var wrongAnswerSignal: String?

  /// What was given, by key.
  var texts: [SettingKey: String] {
    let given: [SettingKey: String?] = [
      .noteRangeMin: noteRangeMin, .noteRangeMax: noteRangeMax, .noteDuration: noteDuration,
      .referencePitch: referencePitch, .soundSource: soundSource, .varyLoudness: varyLoudness,
      .intervals: intervals, .tuningSystem: tuningSystem, .strategy: strategy,
      .wrongAnswerSignal: wrongAnswerSignal,
    ]
    return given.compactMapValues { $0 }
  }

  private static func help(_ key: SettingKey) -> ArgumentHelp {
    ArgumentHelp(
      "\(key.meaning) Allowed: \(key.allowed) (default: \(key.defaultValue.text)).",
      valueName: key == .intervals ? "list" : "value")
  }
}
