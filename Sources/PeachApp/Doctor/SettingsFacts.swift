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
