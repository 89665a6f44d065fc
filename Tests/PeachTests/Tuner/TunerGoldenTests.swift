import Foundation
import Intonation
import Music
import Sound
import TestSupport
import Testing

@testable import Console
@testable import PeachApp
@testable import Program

/// The tuner in each state, as somebody has read and approved it.
@Suite("Golden screens of the tuner")
@MainActor
struct TunerGoldenTests {
  private static let size = TerminalSize(columns: 80, rows: 24)

  @Test("each state is drawn as approved")
  func screens() throws {
    var golden = GoldenPictures("tuner")
    for (name, screen) in states { golden.add(name, screen.stage(in: Self.size), in: Self.size) }
    #expect(try golden.differences() == [])
  }

  @Test("no row is wider than the terminal, in any language", arguments: Language.allCases)
  func widths(language: Language) {
    func check() {
      for (columns, rows) in [(80, 24), (40, 12), (30, 8), (120, 40)] {
        let size = TerminalSize(columns: columns, rows: rows)
        for (name, screen) in states {
          let cut = screen.stage(in: size).body.filter { $0.columns > columns }
          #expect(cut.isEmpty, "\(name) at \(columns)")
        }
      }
    }
    if language == .german { StartFixture.inGerman(check) } else { check() }
  }

  private var states: [(String, TunerScreen)] {
    var states: [(String, TunerScreen)] = []
    func add(
      _ name: String, _ model: TunerModel, _ sources: [String]? = ["system:capture_1"],
      glyphs: Glyphs = .unicode, change: (inout TunerScreen) -> Void = { _ in }
    ) {
      var screen = TunerScreen(model: model, sources: sources, glyphs: glyphs)
      change(&screen)
      states.append((name, screen))
    }
    add("the input is being opened", TunerModel(scale()), nil)
    add("nothing is connected", model([]), [])
    add("a dead input", model([], isSilent: true))
    add("nothing is played", model([]))
    add("a note begins", model([(440, 1)]))
    add("a steady note", model([(440, 4), (442, 4)], measured: 442))
    add("a note in tune", model([(440, 6)], measured: 440))
    add("a low note with vibrato and a drone", model([(82, 5)], measured: 82, vibrato: true)) {
      $0.drone = MIDINote(40)
    }
    add("in ASCII", model([(440, 4), (442, 4)], measured: 442), glyphs: .ascii)
    add("just intonation", model([(330, 5)], measured: 330, scale(.justIntonation)))
    add("the server has gone", TunerModel(scale()), nil) {
      $0.interruption = Fault.serverGone.messageOfTuner
    }
    return states
  }

  private func scale(_ tuning: TuningSystem = .equalTemperament) -> TunerScale {
    TunerScale(tuning: tuning, referencePitch: Frequency(hertz: 440), root: MIDINote(57))
  }

  /// - Parameter notes: frequencies in hertz, each for so many seconds.
  private func model(
    _ notes: [(Double, Double)], measured: Double? = nil, vibrato: Bool = false,
    isSilent: Bool = false, _ scale: TunerScale? = nil
  ) -> TunerModel {
    var model = TunerModel(scale ?? self.scale())
    var time = 0.0
    for (frequency, seconds) in notes {
      let frames = (0..<Int(seconds * 50)).map { index in
        PitchFrame(
          time: time + Double(index) / 50, frequency: frequency, clarity: 1, level: -20)
      }
      time += seconds
      model.receive(frames, InputHealth(peak: -18))
    }
    model.receive([], InputHealth(peak: notes.isEmpty ? -72 : -18, isSilent: isSilent, time: time))
    if let measured {
      model.receive(
        HeldTone(
          time: time - 0.3,
          tone: PlayedNote(
            error: 0, uncertainty: 0.03, vibratoRate: vibrato ? 5.5 : 0,
            vibratoExtent: vibrato ? 30 : 0, length: 0.5, level: -20, frequency: measured)))
    }
    return model
  }
}
