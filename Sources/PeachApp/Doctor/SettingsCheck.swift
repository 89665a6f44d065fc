import Console
import Foundation
import Language
import Settings

/// The settings file.
struct SettingsCheck: DoctorCheck {
  let path: String
  let exists: Bool

  /// What is wrong with the file, in its order.
  let problems: [Fault]

  static func scan(_ examination: Examination) -> Self {
    let file = examination.context.settingsFile
    let exists = FileManager.default.fileExists(atPath: file.path)
    do throws(SettingsError) {
      return Self(path: file.path, exists: exists, problems: try file.problems().map { Fault($0) })
    } catch {
      return Self(path: file.path, exists: exists, problems: [Fault(error)])
    }
  }

  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("path", path)
    facts.add("exists", exists)
    guard let first = problems.first else {
      let finding =
        exists
        ? localized("All settings in %@ are valid.", path)
        : localized("%@ does not exist, so all settings have their defaults.", path)
      return Checkup(.settings, .ok, findings: [finding], facts: facts)
    }
    return Checkup(
      .settings, .fault, findings: problems.map(\.message),
      advice: [localized("Edit %@, or remove a setting with: peach settings unset KEY", path)],
      facts: facts,
      status: first.status)
  }
}

extension Checkup.Subject {
  static var settings: Self {
    Self(code: "settings", name: localized(context: "doctor", "settings"))
  }
}
