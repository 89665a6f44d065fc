import Console
import Foundation
import Language

/// The governors by which the kernel chooses the processors' clock.
struct ProcessorCheck: DoctorCheck {
  let governors: [String]

  nonisolated static var subject: Checkup.Subject {
    .init(code: "processor", name: localized(context: "doctor", "processor"))
  }

  static func scan(_ examination: Examination) -> Self { Self(governors: governors()) }

  /// The governor of each processor that has one.
  ///
  /// - Parameter root: the kernel's folder of processors.
  static func governors(in root: String = "/sys/devices/system/cpu") -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.filter { $0.hasPrefix("cpu") && $0.dropFirst(3).allSatisfy(\.isNumber) }
      .sorted().compactMap { name in
        try? String(contentsOfFile: "\(root)/\(name)/cpufreq/scaling_governor", encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
  }

  var checkup: Checkup {
    let kinds = Set(governors).sorted()
    var facts = JSONLine()
    facts.add("governors", kinds)
    let names = kinds.joined(separator: ", ")
    if kinds.isEmpty {
      return Checkup(
        .ok, findings: [localized("The kernel does not change the processor clock.")],
        facts: facts)
    }
    if kinds == ["performance"] {
      return Checkup(
        .ok, findings: [localized("The frequency governor is performance.")],
        facts: facts)
    }
    return Checkup(
      .hint,
      findings: [
        localized("The frequency governor is %@. With short periods, notes may drop out.", names)
      ],
      advice: [
        // as it is: a command.
        "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"
      ], facts: facts)
  }
}
