/// Why there is nothing to report.
enum BenchFault: Error, Hashable, CustomStringConvertible {
  case noServer
  case noPort
  case noSynthesizer(font: String)
  case noPeach(path: String)
  /// `peach` ended or fell silent before it was ready.
  case neverReady(messages: String)
  /// A command of `peach` failed.
  case failed(command: String, status: Int32)
  /// A note was played and never heard.
  case silence
  /// The callback had more to tell than it found room for.
  case lostEvents(count: Int)
  /// The server went away meanwhile.
  case serverGone

  var description: String {
    switch self {
    case .noServer: "no JACK server answers; name one with --server or JACK_DEFAULT_SERVER"
    case .noPort: "the JACK server gave no port or did not let the client run"
    case .noSynthesizer(let font): "FluidSynth cannot play \(font)"
    case .noPeach(let path): "there is no program \(path); build it or name one with --peach"
    case .neverReady(let messages): "peach was never ready: \(messages)"
    case .failed(let command, let status): "peach \(command) ended with status \(status)"
    case .silence: "a note was played and never heard"
    case .lostEvents(let count): "\(count) events of the callback found no room"
    case .serverGone: "the JACK server went away"
    }
  }
}
