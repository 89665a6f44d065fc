import CPackageVersion

/// The version of this program.
public enum PeachVersion {
  /// The version that is being worked on, or was reached. `tools/version` reads this line, too.
  static let number = "0.1.0"

  /// What the program says: a package's own version, which names the commit, or the number alone.
  public static let text = peach_package_version().map { String(cString: $0) } ?? number
}
