import ArgumentParser
import Foundation
import Language
import Settings
import Sound
import SoundFonts

/// The options for settings, for this run only. A test compares them with the table.
package struct SettingOptions: ParsableArguments {
  package init() {}

  @Option(help: Self.help("intervals"), completion: .setting("intervals"))
  package var intervals: String?

  @Option(help: Self.help("noteRangeMin"), completion: .setting("noteRangeMin"))
  package var noteRangeMin: String?

  @Option(help: Self.help("noteRangeMax"), completion: .setting("noteRangeMax"))
  package var noteRangeMax: String?

  @Option(help: Self.help("strategy"), completion: .setting("strategy"))
  package var strategy: String?

  @Option(help: Self.help("soundSource"), completion: .setting("soundSource"))
  package var soundSource: String?

  @Option(help: Self.help("noteDuration"), completion: .setting("noteDuration"))
  package var noteDuration: String?

  @Option(help: Self.help("noteGap"), completion: .setting("noteGap"))
  package var noteGap: String?

  @Option(help: Self.help("varyLoudness"), completion: .setting("varyLoudness"))
  package var varyLoudness: String?

  @Option(help: Self.help("correctIntonation"), completion: .setting("correctIntonation"))
  package var correctIntonation: String?

  @Option(help: Self.help("evenLoudness"), completion: .setting("evenLoudness"))
  package var evenLoudness: String?

  @Option(help: Self.help("reStrike"), completion: .setting("reStrike"))
  var reStrike: String?

  @Option(help: Self.help("soundFonts"), completion: .setting("soundFonts"))
  package var soundFonts: String?

  @Option(
    name: [.customLong("tuning"), .customLong("tuning-system")], help: Self.help("tuningSystem"),
    completion: .setting("tuningSystem"))
  package var tuningSystem: String?

  @Option(help: Self.help("referencePitch"), completion: .setting("referencePitch"))
  package var referencePitch: String?

  @Option(
    parsing: .unconditional, help: Self.help("outputLevel"), completion: .setting("outputLevel"))
  package var outputLevel: String?

  @Option(help: Self.help("connectInput"), completion: .setting("connectInput"))
  package var connectInput: String?

  @Option(help: Self.help("keepInput"), completion: .setting("keepInput"))
  var keepInput: String?

  @Option(help: Self.help("inputDelay"), completion: .setting("inputDelay"))
  package var inputDelay: String?

  @Option(help: Self.help("trigger"), completion: .setting("trigger"))
  var trigger: String?

  @Option(help: Self.help("presentation"), completion: .setting("presentation"))
  package var presentation: String?

  @Option(help: Self.help("accompaniment"), completion: .setting("accompaniment"))
  package var accompaniment: String?

  @Option(
    parsing: .unconditional, help: Self.help("accompanimentLevel"),
    completion: .setting("accompanimentLevel"))
  package var accompanimentLevel: String?

  @Option(help: Self.help("referenceNote"), completion: .setting("referenceNote"))
  package var referenceNote: String?

  @Option(help: Self.help("drone"), completion: .setting("drone"))
  package var drone: String?

  @Option(help: Self.help("afterWrongAnswer"), completion: .setting("afterWrongAnswer"))
  package var afterWrongAnswer: String?

  @Option(help: Self.help("feedbackTime"), completion: .setting("feedbackTime"))
  package var feedbackTime: String?

  @Option(help: Self.help("nextTrial"), completion: .setting("nextTrial"))
  package var nextTrial: String?

  @Option(help: Self.help("sessionTrials"), completion: .setting("sessionTrials"))
  package var sessionTrials: String?

  @Option(help: Self.help("breakMinutes"), completion: .setting("breakMinutes"))
  var breakMinutes: String?

  @Option(help: Self.help("wrongAnswerSignal"), completion: .setting("wrongAnswerSignal"))
  package var wrongAnswerSignal: String?

  @Option(help: Self.help("livePitch"), completion: .setting("livePitch"))
  var livePitch: String?

  @Option(help: Self.help("discardOnXrun"), completion: .setting("discardOnXrun"))
  var discardOnXrun: String?

  @Option(help: Self.help("player"), completion: .setting("player"))
  package var player: String?

  @Option(help: Self.help("dailyMinutes"), completion: .setting("dailyMinutes"))
  package var dailyMinutes: String?

  @Option(help: Self.help("goalUnison"), completion: .setting("goalUnison"))
  package var goalUnison: String?

  @Option(help: Self.help("goalInterval"), completion: .setting("goalInterval"))
  package var goalInterval: String?

  @Option(help: Self.help("goalMatching"), completion: .setting("goalMatching"))
  package var goalMatching: String?

  @Option(help: Self.help("goalPlaying"), completion: .setting("goalPlaying"))
  package var goalPlaying: String?

  @Option(help: Self.help("controller"), completion: .setting("controller"))
  package var controller: String?

  @Option(help: Self.help("midiChannel"), completion: .setting("midiChannel"))
  package var midiChannel: String?

  @Option(help: Self.help("slider"), completion: .setting("slider"))
  package var slider: String?

  @Option(help: Self.help("sliderTravel"), completion: .setting("sliderTravel"))
  package var sliderTravel: String?

  @Option(help: Self.help("sliderSlowStep"), completion: .setting("sliderSlowStep"))
  package var sliderSlowStep: String?

  @Option(help: Self.help("encoderStep"), completion: .setting("encoderStep"))
  package var encoderStep: String?

  @Option(help: Self.help("sliderSmoothing"), completion: .setting("sliderSmoothing"))
  package var sliderSmoothing: String?

  @Option(help: Self.help("wheel"), completion: .setting("wheel"))
  package var wheel: String?

  @Option(help: Self.help("wheelSpeed"), completion: .setting("wheelSpeed"))
  package var wheelSpeed: String?

  @Option(help: Self.help("wheelTimeout"), completion: .setting("wheelTimeout"))
  package var wheelTimeout: String?

  @Option(help: Self.help("higherButtons"), completion: .setting("higherButtons"))
  package var higherButtons: String?

  @Option(help: Self.help("lowerButtons"), completion: .setting("lowerButtons"))
  package var lowerButtons: String?

  @Option(help: Self.help("firstButtons"), completion: .setting("firstButtons"))
  package var firstButtons: String?

  @Option(help: Self.help("secondButtons"), completion: .setting("secondButtons"))
  package var secondButtons: String?

  @Option(help: Self.help("commitButtons"), completion: .setting("commitButtons"))
  package var commitButtons: String?

  @Option(help: Self.help("stopButtons"), completion: .setting("stopButtons"))
  var stopButtons: String?

  @Option(help: Self.help("againButtons"), completion: .setting("againButtons"))
  package var againButtons: String?

  @Option(help: Self.help("pauseButtons"), completion: .setting("pauseButtons"))
  package var pauseButtons: String?

  @Option(help: Self.help("undoButtons"), completion: .setting("undoButtons"))
  var undoButtons: String?

  @Option(help: Self.help("levelControl"), completion: .setting("levelControl"))
  var levelControl: String?

  @Option(help: Self.help("connectMidiOutput"), completion: .setting("connectMidiOutput"))
  package var connectMidiOutput: String?

  @Option(help: Self.help("lightChannel"), completion: .setting("lightChannel"))
  var lightChannel: String?

  @Option(help: Self.help("lights"), completion: .setting("lights"))
  package var lights: String?

  @Option(help: Self.help("sliderDisplay"), completion: .setting("sliderDisplay"))
  var sliderDisplay: String?

  @Option(help: Self.help("controllerPreset"), completion: .setting("controllerPreset"))
  var controllerPreset: String?

  @Option(help: Self.help("osc"), completion: .setting("osc"))
  package var osc: String?

  @Option(help: Self.help("sessionTraining"), completion: .setting("sessionTraining"))
  package var sessionTraining: String?

  /// The given texts by key.
  package var texts: [SettingKey: String] {
    let options = Mirror(reflecting: self).children.compactMap { child -> (SettingKey, String)? in
      // The parser keeps each option in a property wrapper, `_noteDuration`.
      guard let name = child.label?.dropFirst(), let key = SettingKey(name: String(name)),
        let text = (child.value as? Option<String?>)?.wrappedValue
      else { return nil }
      return (key, text)
    }
    return Dictionary(uniqueKeysWithValues: options)
  }

  package static func help(_ key: SettingKey) -> ArgumentHelp { helps[key] ?? ArgumentHelp() }

  /// A table, as ArgumentParser asks for each help a hundred times in a debug build.
  private static let helps = Dictionary(
    uniqueKeysWithValues: SettingKey.allCases.map { ($0, makeHelp($0)) })

  private static func makeHelp(_ key: SettingKey) -> ArgumentHelp {
    let (row, value) = (key.row, key.defaultValue.localizedText)
    return ArgumentHelp(
      value.isEmpty
        ? localized("%@ Allowed: %@ (default: none).", row.explanation, row.domain.allowed)
        : localized("%@ Allowed: %@ (default: %@).", row.explanation, row.domain.allowed, value),
      valueName: valueName(row.domain.kind))
  }

  private static func valueName(_ kind: SettingDomain.Kind) -> String {
    switch kind {
    case .list: localized(context: "value of an option", "list")
    case .paths: localized(context: "value of an option", "paths")
    case .wholeNumber, .number, .name, .truth:
      localized(context: "value of an option", "value")
    }
  }
}

nonisolated extension CompletionKind {
  /// The values of a setting, if they are words.
  package static func setting(_ key: SettingKey) -> CompletionKind {
    switch key {
    case .tuningSystem, .controller, .soundSource, .intervals, .accompaniment:
      .custom { _, _, prefix in SettingWords.values(of: key, beginningWith: prefix) }
    case .soundFonts: .file()
    default: key.row.domain.words.isEmpty ? .default : .list(key.row.domain.words)
    }
  }

  /// The tags of all sounds.
  package static var sounds: CompletionKind { .custom { _, _, _ in SettingWords.sounds } }

  package static var settingNames: CompletionKind { .list(SettingKey.allCases.map(\.name)) }

  /// The values of the setting that the preceding argument names.
  package static var valueOfNamedSetting: CompletionKind {
    .custom { words, index, prefix in
      guard words.indices.contains(index - 1), let key = try? SettingKey.named(words[index - 1])
      else { return [] }
      return SettingWords.values(of: key, beginningWith: prefix)
    }
  }
}

/// The words from which a shell completes the value of a setting.
package nonisolated enum SettingWords {
  fileprivate static func values(of key: SettingKey, beginningWith prefix: String) -> [String] {
    switch key {
    case .tuningSystem: tunings(beginningWith: prefix)
    case .controller: usualFile.controllerNames
    case .soundSource: sounds
    case .soundFonts: paths(beginningWith: prefix)
    case .intervals, .accompaniment: lists(of: key, beginningWith: prefix)
    default: key.row.domain.words
    }
  }

  /// The settings file of this user.
  package static var usualFile: SettingsFile {
    SettingsFile(SettingsLocation(environment: Surroundings.currentEnvironment))
  }

  /// The tags of the sounds that exist now.
  fileprivate static var sounds: [String] {
    let search = SoundFontSearch(
      settings: (try? usualFile.soundFonts())?.file ?? [],
      environment: Surroundings.currentEnvironment,
      synthesizerDefault: SoundFontLibrary.synthesizerDefault)
    return ((try? SoundFontLibrary(search))?.sounds ?? []).map(\.source.description)
  }

  /// The words that can follow the last comma, each once.
  private static func lists(of key: SettingKey, beginningWith prefix: String) -> [String] {
    let before = prefix.lastIndex(of: ",").map { String(prefix[...$0]) } ?? ""
    let taken = before.split(separator: ",").map(String.init)
    return key.row.domain.words.filter { !taken.contains($0) }.map { before + $0 }
  }

  /// The built-in tunings, the user's scales, and Scala files and folders that begin with the
  /// prefix.
  private static func tunings(beginningWith prefix: String) -> [String] {
    SettingKey.tuningSystem.row.domain.words + usualFile.scaleNames.map { "scala:" + $0 }
      + paths(beginningWith: prefix, endings: [".scl", ".ascl"])
  }

  /// The files with one of these endings and the folders that begin with the prefix.
  private static func paths(beginningWith prefix: String, endings: [String] = [""]) -> [String] {
    let before = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let folder = before.isEmpty ? "." : (before as NSString).expandingTildeInPath
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      guard (before + name).hasPrefix(prefix), !name.hasPrefix(".") else { return nil }
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(
        atPath: folder + "/" + name, isDirectory: &isFolder)
      if isThere, isFolder.boolValue { return before + name + "/" }
      return endings.contains { name.lowercased().hasSuffix($0) } ? before + name : nil
    }
  }
}
