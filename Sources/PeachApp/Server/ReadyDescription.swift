/// What there is to know when Peach is ready to play.
struct ReadyDescription: Hashable {
  let client: String
  let sampleRate: Int
  let bufferSize: Int
  let audioPorts: [String]
  let midiPort: String
  let soundSource: String

  /// Whether something is connected to the outputs.
  let isConnected: Bool

  /// What sounds, where and how loud, in a line that is read out.
  var opening = ""
}
