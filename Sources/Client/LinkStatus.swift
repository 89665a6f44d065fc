/// What the server says of the client at one moment.
package struct LinkStatus: Hashable {
  package enum Server: Hashable {
    /// There is no client, and none was found missing: nobody has asked for one, or it is being opened.
    case unasked

    /// A client is wanted, and no server answers.
    case away

    /// The server does not run its clients.
    case stalled

    /// The server does not run in real time.
    case freewheeling

    case running
  }

  package var server = Server.unasked

  /// The full names of the ports to which the outputs are connected; `nil` if that is not known.
  package var outputs: [String]?

  /// The full names of the ports that are connected to the MIDI input.
  package var inputs: [String] = []
}
