extension SoundFacts {
  public var checkup: Checkup {
    var facts = JSONLine()
    facts.add("builtInFont", builtInFont)
    facts.add("soundSource", source)
    guard let builtInFont else {
      return Checkup(
        .sounds, .fault, findings: ["There is no sound: \(problem ?? "-")"],
        advice: [
          "Install Peach anew, or put soundfonts/Peach.sf2 of its sources into one of these."
        ],
        facts: facts, status: .software)
    }
    guard let problem else {
      return Checkup(
        .sounds, .ok,
        findings: ["\(source) can be played; the built-in font is \(builtInFont)."], facts: facts)
    }
    return Checkup(
      .sounds, .fault, findings: ["The sound \(source) is not to be had: \(problem)"],
      advice: ["peach settings unset soundSource", "or: peach settings set soundSource sf2:8:80"],
      facts: facts, status: .configuration)
  }
}
