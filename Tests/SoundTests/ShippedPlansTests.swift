import Foundation
import Installation
import Music
import Settings
import TestSupport
import Testing

@testable import Sound
@testable import Training

/// What the plans that come with Peach sound like, at the output.
@Suite("The plans that come with Peach")
@MainActor
struct ShippedPlansTests {
  /// What the intervals of a plan mean, as ratios; those of equal temperament as powers of two.
  private nonisolated struct Meaning {
    let plan: String
    let ratios: [String: Double]

    /// How often its trials sound.
    let trials: Int
  }

  private nonisolated static let just = [
    "P1": 1, "m3": 6.0 / 5, "M3": 5.0 / 4, "P4": 4.0 / 3, "P5": 3.0 / 2, "P8": 2,
  ]

  private nonisolated static let meanings = [
    Meaning(plan: "open-strings", ratios: just, trials: 5),
    Meaning(plan: "thirds", ratios: just, trials: 5),
    Meaning(plan: "choir", ratios: just, trials: 5),
    Meaning(
      plan: "dominant-seventh", ratios: ["P1": 1, "M3": 5.0 / 4, "P5": 6.0 / 4, "m7": 7.0 / 4],
      trials: 3),
    Meaning(
      plan: "leading-notes", ratios: ["P1": 1, "m2-": 243.0 / 256, "M7": 243.0 / 128], trials: 4),
    Meaning(plan: "cadences", ratios: just, trials: 3),
    Meaning(
      plan: "piano-beats",
      ratios: ["P1": 1, "M3": exp2(4.0 / 12), "P4": exp2(5.0 / 12), "P5": exp2(7.0 / 12)], trials: 4
    ),
    Meaning(plan: "micheyl-2006", ratios: ["P1": 1], trials: 2),
    Meaning(plan: "vos-1982", ratios: just, trials: 2),
    Meaning(
      plan: "little-2019", ratios: ["P1": 1, "M3": exp2(4.0 / 12), "P4": exp2(5.0 / 12)], trials: 4
    ),
  ]

  private static func file(_ plan: String) -> String {
    ShippedFiles.plans.map { $0.appending(path: plan + ".toml").path }
      .first { FileManager.default.fileExists(atPath: $0) } ?? plan
  }

  @Test("all of them are measured here")
  func complete() throws {
    let folder = try #require(ShippedFiles.plans.last)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".toml") }.map { String($0.dropLast(5)) }
    #expect(Set(names) == Set(Self.meanings.map(\.plan)))
  }

  @Test(
    "each note sounds within 0.02 cent of what the plan means, as long and as loud as it says",
    arguments: Self.meanings.map(\.plan))
  func sounds(plan name: String) async throws {
    let meaning = try #require(Self.meanings.first { $0.plan == name })
    let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let file = SettingsFile(SettingsLocation(environment: ["HOME": home]))
    let (plan, problems) = try file.plan(at: Self.file(name))
    #expect(problems.isEmpty)
    // A sine has one partial, whose frequency is that of the note.
    let settings = try FileUserSettings(
      file: file,
      overrides: SettingsOverrides(["soundSource": BuiltInSound.sine.source.description]))
    var (random, measured) = (RandomSource(SeededGenerator(seed: 5)), 0)
    for block in plan.blocks {
      guard let training = block.activity.training else { continue }
      try settings.run(block)
      measured += 1
      let chooser = TrainingChooser(training, course: BlockCourse(block, seed: 5))
      let run = chooser.makeRun(settings)
      let notes = chooser.notes(in: run, settings, canSound: { _ in true })
      for index in 1...2 {
        let trial = chooser.trial(index, in: run, among: notes, settings, using: &random)
        if case .trials(let count) = block.length { #expect(count >= 6) }
        try await expectSound(of: trial, meaning.ratios)
      }
    }
    #expect(measured == meaning.trials)
  }

  /// Renders what a trial plays, and its drone, and measures each note for itself.
  private func expectSound(of trial: PosedTrial, _ ratios: [String: Double]) async throws {
    let reference = 440 * exp2(Double(trial.referenceNote.rawValue - 69) / 12)
    let sense = try #require(ratios[trial.interval.description])
    let asked = trial.training == .playing ? 0 : trial.challenge.centOffset.rawValue
    var expected: [Double] = try trial.voicing.accompaniment.map {
      reference * (try #require(ratios[$0.description]))
    }
    expected += [reference, reference * sense, reference * sense * exp2(asked / 1200)]
    for note in passage(of: trial).notes + voices(of: trial) {
      let frequency = note.request.frequency.hertz
      let meant = try #require(expected.min { abs($0 - frequency) < abs($1 - frequency) })
      let fixture = try PlayerFixture()
      let length = note.duration ?? NoteSpan(seconds: 1)
      _ = try await fixture.player.play(
        Passage(Passage.Note(note.request, duration: length)))
      let frames = Int((length.seconds * 48_000).rounded())
      let sound = fixture.engine.render(frames + 24_000)
      let cents = PitchMeter.cents(
        sound.left[4800..<min(frames, 43_200)], from: meant, sampleRate: 48_000)
      #expect(abs(cents) < 0.02, "\(trial.training) \(trial.interval): \(cents) cents")
      let extent = try #require(sound.extent)
      // Its end, which fades out, belongs to it.
      #expect(extent.lowerBound < 64)
      #expect(abs(extent.upperBound - frames) < 64, "\(extent), \(frames) frames")
      // A sine of 0 dB has a known peak; the level of the voices is below that.
      let level = 20 * log10(Double(sound.peak))
      let usual = 20 * log10(Double(try await Self.usualPeak(frequency)))
      #expect(abs(level - usual - note.request.amplitudeDB.decibels) < 0.5)
    }
  }

  private static func usualPeak(_ hertz: Double) async throws -> Float {
    let fixture = try PlayerFixture()
    let note = NoteRequest(Frequency(hertz: hertz))
    _ = try await fixture.player.play(Passage(Passage.Note(note, duration: NoteSpan(seconds: 1))))
    return fixture.engine.render(48_000).peak
  }

  private func voices(of trial: PosedTrial) -> [Passage.Note] {
    trial.voicing.isDrone
      ? trial.voices.map { Passage.Note($0, duration: NoteSpan(seconds: 1)) } : []
  }

  private func passage(of trial: PosedTrial) -> Passage {
    func passage<M: TrialMachine>(_ machine: M) -> Passage {
      M.passage(of: trial, M.opening(of: trial, after: nil))
    }
    return passage(trial.training.machine)
  }
}
