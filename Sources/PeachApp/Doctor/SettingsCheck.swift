import Console
import Foundation
import Language
import Program
import Settings

/// The settings files of the user and of the site.
struct SettingsCheck: DoctorCheck {
  let path: String
  let exists: Bool

  /// The faults of the file, in its order.
  let problems: [Fault]

  /// The existing files of the site.
  var sites: [Site] = []

  struct Site {
    let path: String
    let problems: [Fault]
  }

  nonisolated static var subject: Checkup.Subject {
    .init(code: "settings", name: localized(context: "doctor", "settings"))
  }

  static func scan(_ examination: Examination) -> Self {
    let file = examination.context.settingsFile
    let exists = FileManager.default.fileExists(atPath: file.path)
    let sites = file.siteFiles.map { site in
      Site(path: site.path, problems: site.problems.map { Fault($0) })
    }
    do throws(SettingsError) {
      return Self(
        path: file.path, exists: exists, problems: try file.problems().map { Fault($0) },
        sites: sites)
    } catch {
      return Self(path: file.path, exists: exists, problems: [Fault(error)], sites: sites)
    }
  }

  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("path", path)
    facts.add("exists", exists)
    if !sites.isEmpty {
      facts.add(
        "sites",
        objects: sites.map { site in
          var object = JSONLine()
          object.add("path", site.path)
          object.add("problems", site.problems.map(\.message))
          return object
        })
    }
    guard let first = problems.first else {
      let finding =
        exists
        ? localized("All settings in %@ are valid.", path)
        : localized("%@ does not exist, so all settings have their defaults.", path)
      return Checkup(
        sites.allSatisfy { $0.problems.isEmpty } ? .ok : .hint,
        findings: [finding] + siteFindings, advice: siteAdvice, facts: facts)
    }
    return Checkup(
      .fault, findings: problems.map(\.message) + siteFindings,
      advice: [localized("Edit %@, or remove a setting with: peach settings unset KEY", path)]
        + siteAdvice,
      facts: facts,
      status: first.status)
  }

  private var siteFindings: [String] {
    sites.flatMap { site in
      [localized("%@ gives defaults for all users of this computer.", site.path)]
        + site.problems.map(\.message)
    }
  }

  private var siteAdvice: [String] {
    sites.filter { !$0.problems.isEmpty }.map { site in
      localized(
        "Ask whoever looks after this computer to edit %@; Peach goes on without what is wrong there.",
        site.path)
    }
  }
}
