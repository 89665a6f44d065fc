/// The MIDI sources; `nil` where there is no server to ask.
public struct MIDIFacts {
  public let sources: [ListedMIDISource]?

  public init(sources: [ListedMIDISource]?) { self.sources = sources }
}
