import Foundation
import Intonation
import Music
import Realtime
import Testing

@testable import Sound

@Suite("Notes of free playing that come in")
struct FreeNoteTests {
  private static let rate = 48_000.0
  private static let period = 256

  /// A ring, what plays into it, and the analysis that reads it.
  private final class Line {
    let ring: UnsafeMutablePointer<SampleRing>
    var analysis = InputAnalysis(sampleRate: FreeNoteTests.rate)
    private var frame: UInt32 = 4_294_960_000
    private var phase = 0.0

    init() {
      ring = .allocate(capacity: 1)
      ring.initialize(to: SampleRing(seconds: 2, sampleRate: FreeNoteTests.rate))
    }

    deinit {
      ring.deinitialize(count: 1)
      ring.deallocate()
    }

    /// Plays a tone with two partials, or silence at 0 Hz, and returns the notes that have ended.
    func play(_ hertz: Double, seconds: Double, xruns: Int = 0) -> [FreeNote] {
      var notes: [FreeNote] = []
      for _ in 0..<Int(seconds * FreeNoteTests.rate / Double(FreeNoteTests.period)) {
        let samples = (0..<FreeNoteTests.period).map { _ -> Float in
          phase += hertz / FreeNoteTests.rate
          return hertz == 0 ? 0 : Float(0.2 * sin(2 * .pi * phase) + 0.1 * sin(4 * .pi * phase))
        }
        samples.withUnsafeBufferPointer { buffer in
          if let base = buffer.baseAddress {
            ring.pointee.push(base, count: buffer.count, at: FrameTime(frame))
          }
        }
        frame &+= UInt32(FreeNoteTests.period)
        notes += analysis.read(ring, xruns: xruns)?.notes ?? []
      }
      return notes
    }

    func skip(_ frames: UInt32) { frame &+= frames }
  }

  @Test("each note is reported once, with its time and its pitch, also after a late beginning")
  func notes() throws {
    let line = Line()
    var notes = line.play(440, seconds: 1)
    _ = line.analysis.perform(.notes(drone: []))
    notes += line.play(0, seconds: 0.5)
    for hertz in [262.0, 294.5, 330, 0] { notes += line.play(hertz, seconds: 0.5) }
    try #require(notes.count == 3)
    for (note, (hertz, onset)) in zip(notes, [(262.0, 1.5), (294.5, 2), (330, 2.5)]) {
      #expect(abs(1200 * log2(note.tone.frequency / hertz)) < 0.05)
      #expect(abs(note.onset - onset) < 0.06 && abs(note.end - onset - 0.5) < 0.06)
      #expect(note.tone.length >= FreePlayingJudge.shortest)
    }
  }

  @Test("a note that sounds at the end is reported, and none after it")
  func end() {
    let line = Line()
    _ = line.analysis.perform(.notes(drone: []))
    var before = line.play(440, seconds: 0.6)
    let report = line.analysis.perform(.notes(drone: nil))
    #expect(report?.notes.count == 1)
    before += line.play(550, seconds: 0.6) + line.play(0, seconds: 0.5)
    _ = line.analysis.perform(.notes(drone: []))
    before += line.play(550, seconds: 0.6)
    let last = line.analysis.end().notes
    #expect(before.isEmpty && last.count == 1)
  }

  @Test("a gap ends a note, and the time goes on after it")
  func gap() throws {
    let line = Line()
    _ = line.analysis.perform(.notes(drone: []))
    var notes = line.play(440, seconds: 0.6)
    line.skip(1000)
    notes += line.play(440, seconds: 0.6) + line.play(0, seconds: 0.5)
    try #require(notes.count == 2)
    #expect(abs(notes[0].end - 0.6) < 0.06 && abs(notes[1].onset - 0.6) < 0.06)
  }

  @Test("a note is not measured over an xrun")
  func xrun() {
    let line = Line()
    _ = line.analysis.perform(.notes(drone: []))
    var notes = line.play(440, seconds: 0.6)
    notes += line.play(440, seconds: 0.6, xruns: 1) + line.play(0, seconds: 0.5, xruns: 1)
    #expect(notes.count == 1 && notes.allSatisfy { $0.onset > 0.59 })
  }
}
