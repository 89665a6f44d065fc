import Foundation
import Settings
import Sound
import SoundFonts

/// The words with which a shell can complete the value of a setting.
nonisolated enum SettingWords {
  static func values(of key: SettingKey, beginningWith prefix: String) -> [String] {
    switch key {
    case .tuningSystem: tunings(beginningWith: prefix)
    case .controller: controllers
    case .soundSource: sounds
    case .soundFonts: paths(beginningWith: prefix)
    case .intervals: lists(of: key, beginningWith: prefix)
    default: key.words
    }
  }

  /// The maps that there are at this moment.
  static var controllers: [String] {
    SettingsFile(SettingsLocation(environment: ProcessInfo.processInfo.environment)).controllerNames
  }

  /// The tags of the sounds that there are at this moment.
  static var sounds: [String] {
    let environment = ProcessInfo.processInfo.environment
    let file = SettingsFile(SettingsLocation(environment: environment))
    let search = SoundFontSearch(
      settings: (try? file.soundFonts())?.file ?? [], environment: environment,
      synthesizerDefault: SoundFontLibrary.synthesizerDefault)
    return ((try? SoundFontLibrary(search))?.sounds ?? []).map(\.source.description)
  }

  /// What can stand after the last comma, once each.
  static func lists(of key: SettingKey, beginningWith prefix: String) -> [String] {
    let before = prefix.lastIndex(of: ",").map { String(prefix[...$0]) } ?? ""
    let taken = before.split(separator: ",").map(String.init)
    return key.words.filter { !taken.contains($0) }.map { before + $0 }
  }

  /// The built-in tunings, the scales that have a name, and Scala files and folders that begin so.
  static func tunings(beginningWith prefix: String) -> [String] {
    let file = SettingsFile(SettingsLocation(environment: ProcessInfo.processInfo.environment))
    return SettingKey.tuningSystem.words + file.scaleNames.map { "scala:" + $0 }
      + paths(beginningWith: prefix, ending: ".scl")
  }

  /// The files of that ending and the folders that begin so.
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
