extension ServerPort {
  /// All ports on a server from which MIDI can be had.
  ///
  /// - Parameter server: the server's name, `nil` for the default one.
  /// - Throws: ``JackError``
  @MainActor
  public static func midiSources(server: String?) async throws -> [ServerPort] {
    let answer = await JackRequests.perform(within: JackRequests.answerLimit) {
      Result { () throws(JackError) in
        let client = try ListenerClient(name: "peach-list", server: server)
        defer { client.close() }
        return all(.midiSource, on: client.handle, history: PortHistory())
      }
    }
    guard let answer else { throw JackError.silent(name: server) }
    return try answer.get()
  }
}
