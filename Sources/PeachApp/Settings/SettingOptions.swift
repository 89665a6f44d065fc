import ArgumentParser
import Language
import Settings

/// An option for each setting, for this run only.
struct SettingOptions: ParsableArguments {
  @Option(help: Self.help(.noteRangeMin), completion: .setting(.noteRangeMin))
  var noteRangeMin: String?

  @Option(help: Self.help(.noteRangeMax), completion: .setting(.noteRangeMax))
  var noteRangeMax: String?

  @Option(help: Self.help(.noteDuration), completion: .setting(.noteDuration))
  var noteDuration: String?

  @Option(help: Self.help(.referencePitch), completion: .setting(.referencePitch))
  var referencePitch: String?

  @Option(help: Self.help(.soundSource), completion: .setting(.soundSource))
  var soundSource: String?

  @Option(help: Self.help(.soundFonts), completion: .setting(.soundFonts))
  var soundFonts: String?
  @Option(help: Self.help(.correctIntonation), completion: .setting(.correctIntonation))
  var correctIntonation: String?

  @Option(help: Self.help(.evenLoudness), completion: .setting(.evenLoudness))
  var evenLoudness: String?

  @Option(help: Self.help(.varyLoudness), completion: .setting(.varyLoudness))
  var varyLoudness: String?

  @Option(help: Self.help(.intervals), completion: .setting(.intervals))
  var intervals: String?

  @Option(
    name: [.customLong("tuning"), .customLong("tuning-system")], help: Self.help(.tuningSystem),
    completion: .setting(.tuningSystem))
  var tuningSystem: String?

  @Option(help: Self.help(.strategy), completion: .setting(.strategy))
  var strategy: String?

  @Option(help: Self.help(.wrongAnswerSignal), completion: .setting(.wrongAnswerSignal))
  var wrongAnswerSignal: String?

  @Option(help: Self.help(.controller), completion: .setting(.controller))
  var controller: String?

  @Option(help: Self.help(.midiChannel), completion: .setting(.midiChannel))
  var midiChannel: String?

  @Option(help: Self.help(.slider), completion: .setting(.slider))
  var slider: String?

  @Option(help: Self.help(.sliderTravel), completion: .setting(.sliderTravel))
  var sliderTravel: String?

  @Option(help: Self.help(.sliderSlowStep), completion: .setting(.sliderSlowStep))
  var sliderSlowStep: String?

  @Option(help: Self.help(.encoderStep), completion: .setting(.encoderStep))
  var encoderStep: String?

  @Option(help: Self.help(.sliderSmoothing), completion: .setting(.sliderSmoothing))
  var sliderSmoothing: String?

  @Option(help: Self.help(.wheel), completion: .setting(.wheel))
  var wheel: String?

  @Option(help: Self.help(.wheelSpeed), completion: .setting(.wheelSpeed))
  var wheelSpeed: String?

  @Option(help: Self.help(.higherButtons), completion: .setting(.higherButtons))
  var higherButtons: String?

  @Option(help: Self.help(.lowerButtons), completion: .setting(.lowerButtons))
  var lowerButtons: String?

  @Option(help: Self.help(.commitButtons), completion: .setting(.commitButtons))
  var commitButtons: String?

  @Option(help: Self.help(.stopButtons), completion: .setting(.stopButtons))
  var stopButtons: String?

  @Option(help: Self.help(.osc), completion: .setting(.osc))
  var osc: String?

  @Option(help: Self.help(.sessionTraining), completion: .setting(.sessionTraining))
  var sessionTraining: String?

  /// What was given, by key.
  var texts: [SettingKey: String] {
    let given: [SettingKey: String?] = [
      .noteRangeMin: noteRangeMin, .noteRangeMax: noteRangeMax, .noteDuration: noteDuration,
      .referencePitch: referencePitch, .soundSource: soundSource, .soundFonts: soundFonts,
      .correctIntonation: correctIntonation, .evenLoudness: evenLoudness,
      .varyLoudness: varyLoudness, .intervals: intervals, .tuningSystem: tuningSystem,
      .strategy: strategy,
      .wrongAnswerSignal: wrongAnswerSignal, .controller: controller, .midiChannel: midiChannel,
      .slider: slider, .sliderTravel: sliderTravel, .sliderSlowStep: sliderSlowStep,
      .encoderStep: encoderStep, .sliderSmoothing: sliderSmoothing, .wheel: wheel,
      .wheelSpeed: wheelSpeed, .higherButtons: higherButtons, .lowerButtons: lowerButtons,
      .commitButtons: commitButtons, .stopButtons: stopButtons, .osc: osc,
      .sessionTraining: sessionTraining,
    ]
    return given.compactMapValues { $0 }
  }

  static func help(_ key: SettingKey) -> ArgumentHelp {
    let value = key.defaultValue.text
    return ArgumentHelp(
      value.isEmpty
        ? localized("%@ Allowed: %@ (default: none).", key.meaning, key.allowed)
        : localized("%@ Allowed: %@ (default: %@).", key.meaning, key.allowed, value),
      valueName: valueName(key.kind))
  }

  private static func valueName(_ kind: SettingKind) -> String {
    switch kind {
    case .list: localized(context: "value of an option", "list")
    case .paths: localized(context: "value of an option", "paths")
    case .wholeNumber, .number, .name, .truth:
      localized(context: "value of an option", "value")
    }
  }
}
