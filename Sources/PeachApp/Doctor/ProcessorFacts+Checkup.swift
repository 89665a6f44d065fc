import Console
import Language

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
