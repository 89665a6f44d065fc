import ArgumentParser
import Foundation
import Language
import Settings
import Sound
import SoundFonts

/// An option for each setting, for this run only. A test compares them with the table.
struct SettingOptions: ParsableArguments {
  @Option(help: Self.help("intervals"), completion: .setting("intervals"))
  var intervals: String?

  @Option(help: Self.help("noteRangeMin"), completion: .setting("noteRangeMin"))
  var noteRangeMin: String?

  @Option(help: Self.help("noteRangeMax"), completion: .setting("noteRangeMax"))
  var noteRangeMax: String?

  @Option(help: Self.help("strategy"), completion: .setting("strategy"))
  var strategy: String?

  @Option(help: Self.help("soundSource"), completion: .setting("soundSource"))
  var soundSource: String?

  @Option(help: Self.help("noteDuration"), completion: .setting("noteDuration"))
  var noteDuration: String?

  @Option(help: Self.help("noteGap"), completion: .setting("noteGap"))
  var noteGap: String?

  @Option(help: Self.help("varyLoudness"), completion: .setting("varyLoudness"))
  var varyLoudness: String?

  @Option(help: Self.help("correctIntonation"), completion: .setting("correctIntonation"))
  var correctIntonation: String?

  @Option(help: Self.help("evenLoudness"), completion: .setting("evenLoudness"))
  var evenLoudness: String?

  @Option(help: Self.help("reStrike"), completion: .setting("reStrike"))
  var reStrike: String?

  @Option(help: Self.help("soundFonts"), completion: .setting("soundFonts"))
  var soundFonts: String?

  @Option(
    name: [.customLong("tuning"), .customLong("tuning-system")], help: Self.help("tuningSystem"),
    completion: .setting("tuningSystem"))
  var tuningSystem: String?

  @Option(help: Self.help("referencePitch"), completion: .setting("referencePitch"))
  var referencePitch: String?

  @Option(
    parsing: .unconditional, help: Self.help("outputLevel"), completion: .setting("outputLevel"))
  var outputLevel: String?

  @Option(help: Self.help("presentation"), completion: .setting("presentation"))
  var presentation: String?

  @Option(help: Self.help("accompaniment"), completion: .setting("accompaniment"))
  var accompaniment: String?

  @Option(
    parsing: .unconditional, help: Self.help("accompanimentLevel"),
    completion: .setting("accompanimentLevel"))
  var accompanimentLevel: String?

  @Option(help: Self.help("referenceNote"), completion: .setting("referenceNote"))
  var referenceNote: String?

  @Option(help: Self.help("drone"), completion: .setting("drone"))
  var drone: String?

  @Option(help: Self.help("afterWrongAnswer"), completion: .setting("afterWrongAnswer"))
  var afterWrongAnswer: String?

  @Option(help: Self.help("nextTrial"), completion: .setting("nextTrial"))
  var nextTrial: String?

  @Option(help: Self.help("sessionTrials"), completion: .setting("sessionTrials"))
  var sessionTrials: String?

  @Option(help: Self.help("breakMinutes"), completion: .setting("breakMinutes"))
  var breakMinutes: String?

  @Option(help: Self.help("wrongAnswerSignal"), completion: .setting("wrongAnswerSignal"))
  var wrongAnswerSignal: String?

  @Option(help: Self.help("discardOnXrun"), completion: .setting("discardOnXrun"))
  var discardOnXrun: String?

  @Option(help: Self.help("controller"), completion: .setting("controller"))
  var controller: String?

  @Option(help: Self.help("midiChannel"), completion: .setting("midiChannel"))
  var midiChannel: String?

  @Option(help: Self.help("slider"), completion: .setting("slider"))
  var slider: String?

  @Option(help: Self.help("sliderTravel"), completion: .setting("sliderTravel"))
  var sliderTravel: String?

  @Option(help: Self.help("sliderSlowStep"), completion: .setting("sliderSlowStep"))
  var sliderSlowStep: String?

  @Option(help: Self.help("encoderStep"), completion: .setting("encoderStep"))
  var encoderStep: String?

  @Option(help: Self.help("sliderSmoothing"), completion: .setting("sliderSmoothing"))
  var sliderSmoothing: String?

  @Option(help: Self.help("wheel"), completion: .setting("wheel"))
  var wheel: String?

  @Option(help: Self.help("wheelSpeed"), completion: .setting("wheelSpeed"))
  var wheelSpeed: String?

  @Option(help: Self.help("wheelTimeout"), completion: .setting("wheelTimeout"))
  var wheelTimeout: String?

  @Option(help: Self.help("higherButtons"), completion: .setting("higherButtons"))
  var higherButtons: String?

  @Option(help: Self.help("lowerButtons"), completion: .setting("lowerButtons"))
  var lowerButtons: String?

  @Option(help: Self.help("firstButtons"), completion: .setting("firstButtons"))
  var firstButtons: String?

  @Option(help: Self.help("secondButtons"), completion: .setting("secondButtons"))
  var secondButtons: String?

  @Option(help: Self.help("commitButtons"), completion: .setting("commitButtons"))
  var commitButtons: String?

  @Option(help: Self.help("stopButtons"), completion: .setting("stopButtons"))
  var stopButtons: String?

  @Option(help: Self.help("againButtons"), completion: .setting("againButtons"))
  var againButtons: String?

  @Option(help: Self.help("pauseButtons"), completion: .setting("pauseButtons"))
  var pauseButtons: String?

  @Option(help: Self.help("undoButtons"), completion: .setting("undoButtons"))
  var undoButtons: String?

  @Option(help: Self.help("levelControl"), completion: .setting("levelControl"))
  var levelControl: String?

  @Option(help: Self.help("connectMidiOutput"), completion: .setting("connectMidiOutput"))
  var connectMidiOutput: String?

  @Option(help: Self.help("lightChannel"), completion: .setting("lightChannel"))
  var lightChannel: String?

  @Option(help: Self.help("lights"), completion: .setting("lights"))
  var lights: String?

  @Option(help: Self.help("sliderDisplay"), completion: .setting("sliderDisplay"))
  var sliderDisplay: String?

  @Option(help: Self.help("controllerPreset"), completion: .setting("controllerPreset"))
  var controllerPreset: String?

  @Option(help: Self.help("osc"), completion: .setting("osc"))
  var osc: String?

  @Option(help: Self.help("sessionTraining"), completion: .setting("sessionTraining"))
  var sessionTraining: String?

  /// The given texts by key.
  var texts: [SettingKey: String] {
    let options = Mirror(reflecting: self).children.compactMap { child -> (SettingKey, String)? in
      // The parser keeps each option in a property wrapper, `_noteDuration`.
      guard let name = child.label?.dropFirst(), let key = SettingKey(name: String(name)),
        let text = (child.value as? Option<String?>)?.wrappedValue
      else { return nil }
      return (key, text)
    }
    return Dictionary(uniqueKeysWithValues: options)
  }

  static func help(_ key: SettingKey) -> ArgumentHelp { helps[key] ?? ArgumentHelp() }

  /// Made once: in a debug build ArgumentParser asks for each help a hundred times.
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
  static func setting(_ key: SettingKey) -> CompletionKind {
    switch key {
    case .tuningSystem: .custom { _, _, prefix in SettingWords.tunings(beginningWith: prefix) }
    case .controller: .custom { _, _, _ in SettingWords.controllers }
    case .soundSource: .sounds
    case .soundFonts: .file()
    case .intervals, .accompaniment:
      .custom { _, _, prefix in SettingWords.lists(of: key, beginningWith: prefix) }
    default: key.row.domain.words.isEmpty ? .default : .list(key.row.domain.words)
    }
  }

  /// The tags of all sounds.
  static var sounds: CompletionKind { .custom { _, _, _ in SettingWords.sounds } }

  /// The names of all settings.
  static var settingNames: CompletionKind { .list(SettingKey.allCases.map(\.name)) }

  /// The values of the setting that the argument before names.
  static var valueOfNamedSetting: CompletionKind {
    .custom { words, index, prefix in
      guard words.indices.contains(index - 1), let key = try? SettingKey.named(words[index - 1])
      else { return [] }
      return SettingWords.values(of: key, beginningWith: prefix)
    }
  }
}

/// The words from which a shell completes the value of a setting.
nonisolated enum SettingWords {
  static func values(of key: SettingKey, beginningWith prefix: String) -> [String] {
    switch key {
    case .tuningSystem: tunings(beginningWith: prefix)
    case .controller: controllers
    case .soundSource: sounds
    case .soundFonts: paths(beginningWith: prefix)
    case .intervals, .accompaniment: lists(of: key, beginningWith: prefix)
    default: key.row.domain.words
    }
  }

  /// The controllers' maps that exist now.
  static var controllers: [String] {
    SettingsFile(SettingsLocation(environment: ProcessInfo.processInfo.environment)).controllerNames
  }

  /// The tags of the sounds that exist now.
  static var sounds: [String] {
    let environment = ProcessInfo.processInfo.environment
    let file = SettingsFile(SettingsLocation(environment: environment))
    let search = SoundFontSearch(
      settings: (try? file.soundFonts())?.file ?? [], environment: environment,
      synthesizerDefault: SoundFontLibrary.synthesizerDefault)
    return ((try? SoundFontLibrary(search))?.sounds ?? []).map(\.source.description)
  }

  /// The words that can follow the last comma, each once.
  static func lists(of key: SettingKey, beginningWith prefix: String) -> [String] {
    let before = prefix.lastIndex(of: ",").map { String(prefix[...$0]) } ?? ""
    let taken = before.split(separator: ",").map(String.init)
    return key.row.domain.words.filter { !taken.contains($0) }.map { before + $0 }
  }

  /// The built-in tunings, the user's scales, and Scala files and folders that begin with the
  /// prefix.
  static func tunings(beginningWith prefix: String) -> [String] {
    let file = SettingsFile(SettingsLocation(environment: ProcessInfo.processInfo.environment))
    return SettingKey.tuningSystem.row.domain.words + file.scaleNames.map { "scala:" + $0 }
      + paths(beginningWith: prefix, ending: ".scl")
  }

  /// The files with that ending and the folders that begin with the prefix.
  static func paths(beginningWith prefix: String, ending: String = "") -> [String] {
    let before = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let folder = before.isEmpty ? "." : (before as NSString).expandingTildeInPath
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      guard (before + name).hasPrefix(prefix), !name.hasPrefix(".") else { return nil }
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(
        atPath: folder + "/" + name, isDirectory: &isFolder)
      if isThere, isFolder.boolValue { return before + name + "/" }
      return name.lowercased().hasSuffix(ending) ? before + name : nil
    }
  }
}
