import Foundation

/// The files of `pam_limits`: who may have how much of what, from the next login on.
struct SecurityLimits: Equatable {
  enum Item: String {
    case realtimePriority = "rtprio"
    case lockedMemory = "memlock"
  }

  struct Line: Equatable {
    let path: String
    let domain: String
    let item: Item
    let value: String
  }

  private(set) var lines: [Line] = []

  /// A file of Debian's jackd that its user has not switched on.
  private(set) var disabledFile: String?

  /// Reads `limits.conf` and, after it, `limits.d` in the order of the names.
  ///
  /// - Parameter root: where they are.
  static func read(in root: String = "/etc/security") -> SecurityLimits {
    let folder = root + "/limits.d"
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    var limits = SecurityLimits()
    for path in [root + "/limits.conf"]
      + names.filter({ $0.hasSuffix(".conf") }).map({ "\(folder)/\($0)" })
    {
      // The file may be in any encoding; what counts is ASCII.
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      limits.add(String(decoding: data, as: UTF8.self), path: path)
    }
    if names.contains("audio.conf.disabled") {
      limits.disabledFile = folder + "/audio.conf.disabled"
    }
    return limits
  }

  /// Takes in the lines `domain type item value` that raise a limit (limits.conf(5)).
  mutating func add(_ text: String, path: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count == 4, ["-", "hard"].contains(words[1]), let item = Item(rawValue: words[2]),
        words[3] != "0"
      else { continue }
      lines.append(Line(path: path, domain: words[0], item: item, value: words[3]))
    }
  }
}
