import ArgumentParser
import Foundation
import Settings
import Sound
import SoundFonts

nonisolated extension CompletionKind {
  /// The values of a setting, if they are words.
  package static func setting(_ key: SettingKey) -> CompletionKind {
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
  package static var sounds: CompletionKind { .custom { _, _, _ in SettingWords.sounds } }

  /// The names of all settings.
  package static var settingNames: CompletionKind { .list(SettingKey.allCases.map(\.name)) }

  /// The values of the setting that the argument before names.
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
  package static func values(of key: SettingKey, beginningWith prefix: String) -> [String] {
    switch key {
    case .tuningSystem: tunings(beginningWith: prefix)
    case .controller: controllers
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

  /// The controllers' maps that exist now.
  package static var controllers: [String] { usualFile.controllerNames }

  /// The tags of the sounds that exist now.
  package static var sounds: [String] {
    let environment = Surroundings.currentEnvironment
    let file = SettingsFile(SettingsLocation(environment: environment))
    let search = SoundFontSearch(
      settings: (try? file.soundFonts())?.file ?? [], environment: environment,
      synthesizerDefault: SoundFontLibrary.synthesizerDefault)
    return ((try? SoundFontLibrary(search))?.sounds ?? []).map(\.source.description)
  }

  /// The words that can follow the last comma, each once.
  package static func lists(of key: SettingKey, beginningWith prefix: String) -> [String] {
    let before = prefix.lastIndex(of: ",").map { String(prefix[...$0]) } ?? ""
    let taken = before.split(separator: ",").map(String.init)
    return key.row.domain.words.filter { !taken.contains($0) }.map { before + $0 }
  }

  /// The built-in tunings, the user's scales, and Scala files and folders that begin with the
  /// prefix.
  package static func tunings(beginningWith prefix: String) -> [String] {
    let file = usualFile
    return SettingKey.tuningSystem.row.domain.words + file.scaleNames.map { "scala:" + $0 }
      + paths(beginningWith: prefix, endings: [".scl", ".ascl"])
  }

  /// The files with one of these endings and the folders that begin with the prefix.
  package static func paths(beginningWith prefix: String, endings: [String] = [""]) -> [String] {
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
