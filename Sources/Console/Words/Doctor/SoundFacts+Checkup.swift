extension SoundFacts {
  public var checkup: Checkup {
    var facts = JSONLine()
    facts.add("builtInFont", builtInFont)
    facts.add("soundSource", source)
    guard let builtInFont else {
      return Checkup(
        .sounds, .fault, findings: [localized("There is no sound: %@", problem ?? "-")],
        advice: [
          localized(
            "Install Peach anew, or put soundfonts/Peach.sf2 of its sources into one of these.")
        ],
        facts: facts, status: .software)
    }
    guard let problem else {
      return Checkup(
        .sounds, .ok,
        findings: [localized("%@ can be played; the built-in font is %@.", source, builtInFont)],
        facts: facts)
    }
    return Checkup(
      .sounds, .fault, findings: [localized("The sound %@ is not to be had: %@", source, problem)],
      advice: [
        // as it is: a command.
        "peach settings unset soundSource",
        localized("or: peach settings set soundSource sf2:8:80"),
      ],
      facts: facts, status: .configuration)
  }
}
