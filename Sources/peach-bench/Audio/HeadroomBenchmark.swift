import ArgumentParser
import Foundation
import Intonation
import Music
import Sound
import SoundFonts
import Training

struct HeadroomCommand: BenchCommand {
  static let mustReachGoals = true

  static let configuration = CommandConfiguration(
    commandName: "headroom",
    abstract:
      "The highest sample of notes that sound together, over all sounds, chords and levels.",
    discussion: """
      Every pitched preset of the built-in font and of the given ones plays chords through Peach's own \
      engine, at the levels that a training gives them, with a drone and without. For example:

        peach-bench headroom --font /usr/share/sounds/sf2/FluidR3_GM.sf2
      """)

  @Option(
    help: ArgumentHelp("A SoundFont; may be given several times.", valueName: "file"),
    completion: .file())
  var font: [String] = []
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    writer.write(try await HeadroomBenchmark(fonts: font).run())
  }
}

/// Measures what ``Passage/fitting(peak:beside:ofUpTo:)`` promises: nothing that sounds together exceeds
/// ``Passage/ceiling``.
final class HeadroomBenchmark {
  /// How many sounds the table names.
  private static let rowCount = 12

  private let library: SoundFontLibrary
  private let sounds: [FoundSound]

  /// - Parameters:
  ///   - fonts: paths of fonts besides the built-in one.
  ///   - programs: those of the sounds that are measured; `nil` for all.
  init(fonts: [String], programs: Set<Int>? = nil) throws {
    let places = fonts.map {
      SoundFontPlace(.option, URL(fileURLWithPath: $0).resolvingSymlinksInPath().path)
    }
    library = try SoundFontLibrary(SoundFontSearch(places: places))
    sounds = library.sounds.filter { programs?.contains($0.preset.program) ?? true }
  }

  /// What sounded highest.
  private struct Height {
    let source: SoundSourceID
    var decibels = -Double.infinity
    var chord = ""
  }

  func run() async throws -> Report {
    var report = Report(
      key: "headroom", title: "The highest sample of notes that sound together",
      columns: [
        ReportColumn(key: "sound", heading: "sound"),
        ReportColumn(key: "peak", heading: "highest dBFS"),
        ReportColumn(key: "chord", heading: "with"),
      ])
    var heights: [Height] = []
    var failures = 0
    for sound in sounds {
      try Task.checkCancellation()
      do {
        heights.append(try await height(of: sound.source))
      } catch is SoundError {
        failures += 1
      }
    }
    heights.sort { $0.decibels > $1.decibels }
    report.rows = heights.prefix(Self.rowCount).map { height in
      [
        .text(height.source.description), .number(height.decibels, decimals: 2),
        .text(height.chord),
      ]
    }
    report.goals = [
      ReportGoal(
        name: "highest of \(heights.count) sounds", limit: 20 * log10(Passage.ceiling),
        measured: heights.first?.decibels, unit: " dBFS")
    ]
    report.notes = [
      "levels: the accompaniment's, then the target's; raw: without the correction of the loudness.",
      "Sounds that could not be loaded: \(failures).",
    ]
    return report
  }

  private func height(of source: SoundSourceID) async throws -> Height {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "peach-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var highest = Height(source: source)
    let player = try ChordPlayer(
      source, library: library, cache: IntonationCache(folder: folder.path))
    // The default sound is in the place of one that cannot be loaded.
    guard player.soundingSource == source else {
      throw SoundError.unreadableFont(path: "\(source)")
    }
    for isEven in [true, false] {
      player.settings.evenLoudness = isEven
      for chord in HeadroomChord.all {
        player.settings.varyLoudness = chord.variation
        let sample = try await player.highestSample(of: chord)
        let decibels = 20 * log10(Double(sample))
        guard decibels > highest.decibels else { continue }
        highest.decibels = decibels
        highest.chord = chord.name + (isEven ? "" : ", raw")
      }
    }
    return highest
  }
}

/// Notes that sound together, as a training plays them at worst.
private nonisolated struct HeadroomChord {
  let reference: MIDINote

  /// May be empty: then the target sounds alone.
  let voices: [DirectedInterval]

  /// A target that repeats a voice or its octave adds to it, partial by partial.
  let target: DirectedInterval

  /// In dB.
  let level: Double
  let targetLevel: Double
  let hasDrone: Bool

  var name: String {
    let chord = (voices.map(\.description) + [target.description]).joined(separator: ",")
    return "\(reference.name) \(chord), \(Int(level)) and \(Int(targetLevel)) dB"
      + (hasDrone ? ", drone" : "")
  }

  /// The setting with which the target can have its level. The correction of the loudness leaves room for
  /// the variation that is set: without any, notes are raised the most.
  var variation: UnitInterval { UnitInterval(targetLevel > 0 ? 1 : 0) }

  private static let octaveDown = DirectedInterval(.octave, .down)

  private static let chords: [(voices: [DirectedInterval], target: DirectedInterval)] = [
    ([], .prime), ([.prime], .prime),
    (
      [.prime, DirectedInterval(.perfectFifth), DirectedInterval(.octave), octaveDown],
      DirectedInterval(.octave)
    ),
    (
      [
        .prime, DirectedInterval(.minorSecond), DirectedInterval(.majorSecond),
        DirectedInterval(.minorThird),
      ], .prime
    ),
  ]

  /// The accompaniment's level, the target's, and whether the accompaniment is a drone.
  private static let levels: [(Double, Double, Bool)] = [
    (0, 0, false), (0, LoudnessRoving.reach, false), (0, 0, true),
    (-3, LoudnessRoving.reach, true),
  ]

  static let all: [HeadroomChord] = [MIDINote(40), MIDINote(64)].flatMap { reference in
    chords.flatMap { chord in
      levels.map { level, targetLevel, hasDrone in
        HeadroomChord(
          reference: reference, voices: chord.voices, target: chord.target, level: level,
          targetLevel: targetLevel, hasDrone: hasDrone && !chord.voices.isEmpty)
      }
    }
  }
}

/// Plays chords with one sound, and renders them without a server.
private final class ChordPlayer {
  private static let period = 1024

  /// When the target joins, and how long it sounds: long enough for slow attacks.
  private static let wait = NoteSpan(seconds: 0.05)
  private static let length = NoteSpan(seconds: 0.6)

  let settings = BenchSettings()
  private let engine = OfflineEngine(sampleRate: 48_000)
  private let player: SoundFontNotePlayer
  private let target = StereoPeriod(frames: ChordPlayer.period)

  init(_ source: SoundSourceID, library: SoundFontLibrary, cache: IntonationCache) throws {
    settings.soundSource = source
    // The pitch is as it is: to measure it would take longer than everything else.
    settings.correctIntonation = false
    player = try SoundFontNotePlayer(
      sink: engine, library: library, settings: settings, tables: cache)
    engine.onEvent = { [weak player] in player?.handle($0) }
  }

  var soundingSource: SoundSourceID { player.soundingSource }

  /// The highest sample, with full scale as 1.
  func highestSample(of chord: HeadroomChord) async throws -> Float {
    let voicing = Voicing(
      .harmonic, accompaniment: chord.voices.isEmpty ? [.prime] : chord.voices,
      level: AmplitudeDB(chord.level))
    let tuning = TuningSystem.equalTemperament
    let pitch = TuningSystem.standardReferencePitch
    let voices =
      chord.voices.isEmpty
      ? [] : voicing.requests(above: chord.reference, in: tuning, referencePitch: pitch)
    let note = Passage.Note(
      NoteRequest(
        tuning.frequency(
          of: chord.target, offset: 0, above: chord.reference, referencePitch: pitch),
        at: AmplitudeDB(chord.targetLevel)), duration: Self.length)
    let passages: [Passage]
    if voices.isEmpty {
      passages = [Passage(note)]
    } else if chord.hasDrone {
      let span = NoteSpan(seconds: Self.wait.seconds + Self.length.seconds)
      let loudest = AmplitudeDB(LoudnessRoving.reach).gain
      let gain = voices.reduce(0) { $0 + $1.amplitudeDB.gain }
      passages = [
        Passage(voices.map { Passage.Note($0, duration: span) })
          .fitting(peak: player.peak, beside: loudest),
        Passage(note).fitting(peak: player.peak, beside: gain, ofUpTo: loudest),
      ]
    } else {
      passages = [
        voicing.passage(voices, note, span: Self.wait, gap: 0).fitting(peak: player.peak)
      ]
    }
    var handles: [any PlaybackHandle] = []
    for passage in passages { handles += try await player.play(passage) }
    defer { withExtendedLifetime(handles) {} }
    return render(seconds: Self.wait.seconds + Self.length.seconds + 0.05)
  }

  private func render(seconds: Double) -> Float {
    var highest: Float = 0
    for _ in 0...Int(seconds * engine.sampleRate) / Self.period {
      engine.renderPeriod(left: target.left, right: target.right, frames: Self.period)
      for frame in 0..<Self.period {
        highest = max(highest, abs(target.left[frame]), abs(target.right[frame]))
      }
    }
    engine.deliverEvents()
    return highest
  }
}
