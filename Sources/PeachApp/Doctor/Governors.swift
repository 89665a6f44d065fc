import Foundation

/// How the kernel chooses the processors' clock.
enum Governors {
  /// The governor of each processor that has one.
  ///
  /// - Parameter root: where the kernel shows its processors.
  static func all(in root: String = "/sys/devices/system/cpu") -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.filter { $0.hasPrefix("cpu") && $0.dropFirst(3).allSatisfy(\.isNumber) }
      .sorted().compactMap { name in
        try? String(contentsOfFile: "\(root)/\(name)/cpufreq/scaling_governor", encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
  }
}
