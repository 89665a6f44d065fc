extension ProcessorFacts {
  public var checkup: Checkup {
    let kinds = Set(governors).sorted()
    var facts = JSONLine()
    facts.add("governors", kinds)
    let names = kinds.joined(separator: ", ")
    if kinds.isEmpty {
      return Checkup(
        .processor, .ok, findings: ["The kernel does not change the processors' clock."],
        facts: facts)
    }
    if kinds == ["performance"] {
      return Checkup(
        .processor, .ok, findings: ["The frequency governor is performance."], facts: facts)
    }
    return Checkup(
      .processor, .hint,
      findings: ["The frequency governor is \(names): with short periods a note may drop out."],
      advice: [
        "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"
      ], facts: facts)
  }
}
