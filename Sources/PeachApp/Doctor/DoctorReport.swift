import Console

/// Everything that the doctor found.
struct DoctorReport {
  let checkups: [Checkup]

  init(_ checkups: [Checkup]) { self.checkups = checkups }

  /// That of the first fault; success where there are hints at most.
  var status: ExitStatus { checkups.first { $0.state == .fault }?.status ?? .success }

  /// A paragraph for each thing, then the sum.
  var text: String {
    let width = checkups.map { DoctorText.name($0.subject).count }.max() ?? 0
    let paragraphs = checkups.map { paragraph($0, width: width) }
    return (paragraphs + ["", DoctorText.sum(faults: count(.fault), hints: count(.hint))])
      .joined(separator: "\n") + "\n"
  }

  /// One JSON object.
  var json: String {
    var line = JSONLine()
    line.add("status", status.rawValue)
    line.add("faults", count(.fault))
    line.add("hints", count(.hint))
    line.add(
      "checks",
      objects: checkups.map { checkup in
        var object = JSONLine()
        object.add("name", checkup.subject.rawValue)
        object.add("state", checkup.state.rawValue)
        object.add("findings", checkup.findings)
        object.add("advice", checkup.advice)
        object.add("facts", object: checkup.facts)
        return object
      })
    return line.description + "\n"
  }

  private func count(_ state: Checkup.State) -> Int { checkups.filter { $0.state == state }.count }

  private func paragraph(_ checkup: Checkup, width: Int) -> String {
    let state = DoctorText.word(checkup.state)
    let name = DoctorText.name(checkup.subject)
    let head =
      state.padded(to: DoctorText.stateWidth) + "  " + name.padded(to: width) + "  "
    let indent = String(repeating: " ", count: head.count)
    let findings = checkup.findings.enumerated().map { ($0 == 0 ? head : indent) + $1 }
    return (findings + checkup.advice.map { "\(indent)  > \($0)" }).joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
