import Console
import Language

/// The settings file.
struct SettingsFacts {
  let path: String
  let exists: Bool

  /// What is wrong with it, in its order.
  let problems: [Fault]

  init(path: String, exists: Bool, problems: [Fault]) {
    self.path = path
    self.exists = exists
    self.problems = problems
  }
}

extension SettingsFacts {
  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("path", path)
    facts.add("exists", exists)
    guard let first = problems.first else {
      let finding =
        exists
        ? localized("Every setting in %@ is good.", path)
        : localized("There is no %@: every setting has its default.", path)
      return Checkup(.settings, .ok, findings: [finding], facts: facts)
    }
    return Checkup(
      .settings, .fault, findings: problems.map(\.message),
      advice: [localized("Edit %@, or take a setting out with: peach settings unset KEY", path)],
      facts: facts,
      status: first.status)
  }
}
