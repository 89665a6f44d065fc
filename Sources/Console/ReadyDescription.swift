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
  /// The same in one sentence.
  var sentence: String {
    """
    Peach plays \(soundSource) as \(audioPorts.joined(separator: " and ")) \
    (\(sampleRate) Hz, \(bufferSize) frames a period).
    """
  }
}
