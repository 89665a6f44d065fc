/// What there is to know when Peach is ready to play.
public struct ReadyDescription: Hashable {
  public let client: String
  public let sampleRate: Int
  public let bufferSize: Int
  public let audioPorts: [String]
  public let midiPort: String
  public let soundSource: String

  public init(
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
