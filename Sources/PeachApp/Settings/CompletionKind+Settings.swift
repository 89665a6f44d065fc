import ArgumentParser
import Settings

nonisolated extension CompletionKind {
  /// The values of a setting, as far as they are words.
  static func setting(_ key: SettingKey) -> CompletionKind {
    switch key {
    case .tuningSystem: .custom { _, _, prefix in SettingWords.tunings(beginningWith: prefix) }
    case .controller: .custom { _, _, _ in SettingWords.controllers }
    case .soundSource: .sounds
    case .soundFonts: .file()
    case .intervals: .custom { _, _, prefix in SettingWords.lists(of: key, beginningWith: prefix) }
    default: key.words.isEmpty ? .default : .list(key.words)
    }
  }

  /// The tags of the sounds that there are.
  static var sounds: CompletionKind { .custom { _, _, _ in SettingWords.sounds } }

  /// The names of all settings.
  static var settingNames: CompletionKind { .list(SettingKey.allCases.map(\.name)) }

  /// The values of the setting that was named before.
  static var valueOfNamedSetting: CompletionKind {
    .custom { words, index, prefix in
      guard words.indices.contains(index - 1), let key = try? SettingKey.named(words[index - 1])
      else { return [] }
      return SettingWords.values(of: key, beginningWith: prefix)
    }
  }
}
