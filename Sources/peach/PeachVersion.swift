/// The version of this program.
nonisolated enum PeachVersion {
  static let text = "0.1.0"
}
