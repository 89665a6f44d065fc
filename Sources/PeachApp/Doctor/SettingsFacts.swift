/// The settings file.
public struct SettingsFacts {
  public let path: String
  public let exists: Bool

  /// What is wrong with it, in its order.
  public let problems: [Fault]

  public init(path: String, exists: Bool, problems: [Fault]) {
    self.path = path
    self.exists = exists
    self.problems = problems
  }
}
