extension SettingsFacts {
  public var checkup: Checkup {
    var facts = JSONLine()
    facts.add("path", path)
    facts.add("exists", exists)
    guard let first = problems.first else {
      let finding =
        exists
        ? "Every setting in \(path) is good."
        : "There is no \(path): every setting has its default."
      return Checkup(.settings, .ok, findings: [finding], facts: facts)
    }
    return Checkup(
      .settings, .fault, findings: problems.map(\.message),
      advice: ["Edit \(path), or take a setting out with: peach settings unset KEY"], facts: facts,
      status: first.status)
  }
}
