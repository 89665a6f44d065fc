/// A note and a distance from it.
public struct DetunedMIDINote: Hashable, Sendable {
  public let note: MIDINote
  public let offset: Cents

  public init(_ note: MIDINote, offset: Cents = 0) {
    self.note = note
    self.offset = offset
  }
}
