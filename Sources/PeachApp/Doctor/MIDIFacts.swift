/// The MIDI sources; `nil` where there is no server to ask.
struct MIDIFacts {
  let sources: [ListedMIDISource]?

  init(sources: [ListedMIDISource]?) { self.sources = sources }
}
