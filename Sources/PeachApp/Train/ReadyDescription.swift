import Language

/// What there is to know when Peach is ready to play.
struct ReadyDescription: Hashable {
  let client: String
  let sampleRate: Int
  let bufferSize: Int
  let audioPorts: [String]
  let midiPort: String
  let soundSource: String

  init(
    client: String, sampleRate: Int, bufferSize: Int, audioPorts: [String], midiPort: String,
    soundSource: String
  ) {
    self.client = client
    self.sampleRate = sampleRate
    self.bufferSize = bufferSize
    self.audioPorts = audioPorts
    self.midiPort = midiPort
    self.soundSource = soundSource
  }
}

extension ReadyDescription {
  /// The same in one line.
  var line: String {
    localized(
      """
      %@: %@, %d Hz, %d frames
      """, audioPorts.joined(separator: ", "), soundSource, sampleRate, bufferSize)
  }
}
