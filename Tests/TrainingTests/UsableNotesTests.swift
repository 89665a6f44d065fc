import Music
import TestSupport
import Testing

@testable import Training

extension NoteRange {
  /// The reference notes of a sound that has every note.
  func notes(for interval: DirectedInterval) -> [MIDINote] {
    references(for: interval).map { MIDINote($0) }
  }
}

@Suite("The notes that a sound leaves to a training")
struct UsableNotesTests {
  /// - Parameter silent: keys that do not sound.
  private func notes(
    _ intervals: [DirectedInterval] = [.prime], range: ClosedRange<Int> = 60...72,
    pitch: Frequency = TuningSystem.standardReferencePitch, silent: some Sequence<Int>
  ) throws -> UsableNotes {
    let silent = Set(silent)
    return UsableNotes(
      for: intervals,
      in: try #require(NoteRange(lowest: range.lowerBound, highest: range.upperBound)),
      tuningSystem: .equalTemperament, referencePitch: pitch
    ) { frequency in
      let cents = Cents(from: TuningSystem.standardReferencePitch, to: frequency)
      return !silent.contains(69 + Int((cents.rawValue / 100).rounded()))
    }
  }

  @Test("a sound that has every note leaves the whole range")
  func all() throws {
    let notes = try notes(silent: [])
    #expect(notes.references(for: .prime).map(\.rawValue) == Array(60...72))
    #expect(notes.count == 13 && notes.possibleCount == 13 && !notes.areFew && !notes.isEmpty)
  }

  @Test("a note is left out if it does not sound, or if its target does not")
  func target() throws {
    let fifth = DirectedInterval(.perfectFifth)
    let notes = try notes([.prime, fifth], silent: [61, 74])
    #expect(notes.references(for: .prime).map(\.rawValue) == [60] + Array(62...72))
    #expect(
      notes.references(for: fifth).map(\.rawValue) == [60] + Array(62...66) + Array(68...72))
    #expect(notes.count == 12 && !notes.areFew)
  }

  @Test(
    "what counts is the pitch that sounds: a semitone lower, a note needs the key below its own")
  func referencePitch() throws {
    let low = try notes(pitch: Frequency(hertz: 415.3), silent: [61])
    #expect(low.references(for: .prime).map(\.rawValue) == [60, 61] + Array(63...72))
  }

  @Test("an interval without a usable reference note is not drawn, and nothing is left if none is")
  func intervals() throws {
    let octave = DirectedInterval(.octave)
    let notes = try notes([.prime, octave], silent: 73...96)
    #expect(notes.intervals == [.prime, octave])
    #expect(notes.references(for: octave) == [MIDINote(60)])
    let fewer = try self.notes([.prime, octave], silent: 72...96)
    #expect(fewer.intervals == [.prime])
    var random = RandomSource(SeededGenerator(seed: 1))
    for _ in 0..<20 { #expect(fewer.drawInterval(using: &random) == .prime) }
    #expect(try self.notes([octave], silent: 72...96).isEmpty)
  }

  @Test("fewer than twelve are few if the sound is the reason")
  func few() throws {
    #expect(try !notes(silent: [60]).areFew)
    #expect(try notes(silent: [60, 61]).areFew)
    // At the lower end of the keyboard there are no more, whatever the sound.
    let down = DirectedInterval(.octave, .down)
    let low = try notes([down], range: 21...33, silent: [])
    #expect(low.count == 1 && !low.areFew)
  }
}
