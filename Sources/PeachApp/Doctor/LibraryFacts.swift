/// Which libjack Peach runs with.
struct LibraryFacts {
  enum Kind: String {
    case jack1, jack2, pipewire, unknown
  }

  let version: String
  let path: String?

  init(version: String, path: String?) {
    self.version = version
    self.path = path
  }

  /// By the version, in which PipeWire names itself; jackd 1 counts 0.x, jackd 2 counts 1.9.x.
  var kind: Kind {
    if version.contains("PipeWire") || path?.contains("pipewire") == true { return .pipewire }
    if version.hasPrefix("0.") { return .jack1 }
    return version.hasPrefix("1.") ? .jack2 : .unknown
  }
}
