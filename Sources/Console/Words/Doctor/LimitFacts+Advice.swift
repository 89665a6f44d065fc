extension LimitFacts {
  /// What to do so that the user may have what is limited.
  var advice: [String] {
    switch obstacle {
    case .notMember(let group):
      ["sudo usermod -aG \(group) \(user)", Self.logInAgain]
    case .oldSession: [Self.logInAgain]
    case .disabled(let path):
      [
        "sudo dpkg-reconfigure -p high jackd2 (answer yes; it puts \(path) into force)",
        "sudo usermod -aG audio \(user)", Self.logInAgain,
      ]
    case .notGranted:
      [
        """
        printf '@audio - rtprio 95\\n@audio - memlock unlimited\\n' | sudo tee \
        /etc/security/limits.d/95-audio.conf
        """,
        "sudo usermod -aG audio \(user)", Self.logInAgain,
      ]
    }
  }

  private static let logInAgain = "Log out and in again: limits count from the login on."

  /// What is known of groups and files, as a sentence.
  var finding: String {
    let groups = Self.soundGroups.filter(sessionGroups.contains).joined(separator: ", ")
    let files = Set(grants.map(\.path)).sorted().joined(separator: ", ")
    return switch (groups.isEmpty, files.isEmpty) {
    case (true, true):
      "This session is in none of the groups audio, realtime and jackuser; no limits file grants it."
    case (true, false):
      "This session is in none of the groups audio, realtime and jackuser; granted in \(files)."
    case (false, true): "This session has the groups \(groups); no limits file grants it."
    case (false, false): "This session has the groups \(groups); granted in \(files)."
    }
  }

  func add(to line: inout JSONLine) {
    line.add("groups", Self.soundGroups.filter(sessionGroups.contains))
    line.add("limitFiles", Set(grants.map(\.path)).sorted())
  }
}
