import Console
import Foundation
import Language

/// How the processors choose their clock: the governors, one for each processor that has one.
struct ProcessorFacts {
  let governors: [String]

  init(governors: [String]) { self.governors = governors }
}

extension ProcessorFacts {
  var checkup: Checkup {
    let kinds = Set(governors).sorted()
    var facts = JSONLine()
    facts.add("governors", kinds)
    let names = kinds.joined(separator: ", ")
    if kinds.isEmpty {
      return Checkup(
        .processor, .ok, findings: [localized("The kernel does not change the processors' clock.")],
        facts: facts)
    }
    if kinds == ["performance"] {
      return Checkup(
        .processor, .ok, findings: [localized("The frequency governor is performance.")],
        facts: facts)
    }
    return Checkup(
      .processor, .hint,
      findings: [
        localized("The frequency governor is %@: with short periods a note may drop out.", names)
      ],
      advice: [
        // as it is: a command.
        "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"
      ], facts: facts)
  }
}

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
