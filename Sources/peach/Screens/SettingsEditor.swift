import Console
import Foundation
import Music
import Settings

/// The settings file as the settings screen shows and changes it. Main thread.
final class SettingsEditor {
  private let surroundings: Surroundings
  private let settings: FileUserSettings
  private var file: SettingsFile { surroundings.settingsFile }

  init(_ surroundings: Surroundings, settings: FileUserSettings) {
    self.surroundings = surroundings
    self.settings = settings
  }

  /// Every setting with what can be chosen for it now.
  var all: [EditableSetting] {
    settings.refresh()
    return zip(settings.report, surroundings.rows(of: settings)).map { report, row in
      EditableSetting(
        row: row, remark: Self.remark(report.value),
        choices: EditableSetting.Choices(file.choices(for: report.key, at: report.value)),
        canBeHeard: AuditionedSetting(report.key) != nil)
    }
  }

  /// Sets a key in the file, from which it counts at once. Throws ``SettingsError``.
  ///
  /// - Returns: the key.
  func change(_ name: String, to text: String) throws(SettingsError) -> SettingKey {
    let key = try SettingKey.named(name)
    try file.set(key, text)
    settings.refresh()
    return key
  }

  /// Gives a key its default. Throws ``SettingsError``.
  ///
  /// - Returns: the key.
  func restore(_ name: String) throws(SettingsError) -> SettingKey {
    let key = try SettingKey.named(name)
    try file.unset(key)
    settings.refresh()
    return key
  }

  private static func remark(_ value: SettingValue) -> String? {
    switch value {
    case .noteRangeMin(let note), .noteRangeMax(let note): NoteName.text(MIDINote(note))
    case .noteDuration, .sliderSmoothing: localized(context: "unit", "s")
    case .referencePitch: localized(context: "unit", "Hz")
    case .sliderTravel, .encoderStep: localized(context: "unit", "cents")
    case .wheelSpeed: localized(context: "unit", "cents/s")
    default: nil
    }
  }
}

extension EditableSetting.Choices {
  fileprivate init(_ choices: SettingChoices) {
    switch choices {
    case .neighbours(let before, let after): self = .neighbours(before: before, after: after)
    case .members(let members):
      self = .members(
        members.map { member in
          EditableSetting.Member(
            word: member.word,
            meaning: DirectedInterval(member.word).map { NoteName.text($0) } ?? "",
            isIn: member.isIn, toggled: member.toggled)
        })
    case .free: self = .free
    }
  }
}
