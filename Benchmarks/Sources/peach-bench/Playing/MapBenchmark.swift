import Foundation
import Intonation
import Music
import Training

/// Free playing whose notes are known, and what the judge without a target makes of it.
struct MapBenchmark {
  /// An instrument with the key of the first degree.
  private struct Instrument {
    let name: String
    let tonic: Int
    let timbre: PlayedSignal.Timbre?
    let font: (path: String, program: Int)?
  }

  /// A performance, and the condition that it is counted in.
  private struct Task {
    let instrument: Int
    let condition: String
    let performance: FreePerformance
  }

  /// What is counted together.
  private struct Group {
    var performances = 0
    var played = 0
    var reported = 0
    var found = 0
    /// Of the keys that were heard at least eight times, and of single notes, in cents.
    var biases = Distribution()
    var errors = Distribution()
    /// Of the biases that a map knows, and those of them that are within their 90 % interval.
    var known = 0
    var inside = 0
    var audio = 0.0
    var processor = 0.0

    var f: Double { 2 * Double(found) / Double(max(played + reported, 1)) }
  }

  private static let synthetic: [(String, Int, PlayedSignal.Timbre)] = [
    ("bowed string", 67, .saw), ("low bowed string", 43, .saw),
    ("plucked string", 52, .string(inharmonicity: 8e-5)),
    ("pipe", 67, .partials([1, 0.3, 0.1, 0.05])),
    ("reed", 58, .partials([1, 0.05, 0.6, 0.03, 0.3, 0.02, 0.1])),
    ("voice a", 50, .voice(.a)), ("voice i", 62, .voice(.i)), ("voice u", 55, .voice(.u)),
  ]

  private static let programs = [
    ("violin", 40, 67), ("cello", 42, 43), ("flute", 73, 72), ("oboe", 68, 65),
    ("trumpet", 56, 60), ("voice", 53, 60),
  ]

  private let instruments: [Instrument]
  let performances: Int
  let seed: UInt64
  /// The standard deviation of the notes of a key in cents, of which synthetic instruments alone know their biases.
  let spread: Double
  /// Where the sound and the notes of each performance are kept for other programs; `nil` for nowhere.
  let folder: URL?

  init(fonts: [String], performances: Int, seed: UInt64, spread: Double, folder: URL?) {
    (self.performances, self.seed, self.spread, self.folder) = (performances, seed, spread, folder)
    instruments =
      Self.synthetic.map { Instrument(name: $0, tonic: $1, timbre: $2, font: nil) }
      + fonts.flatMap { font in
        let name = URL(fileURLWithPath: font).deletingPathExtension().lastPathComponent
        return Self.programs.map {
          Instrument(name: "\(name) \($0)", tonic: $2, timbre: nil, font: (font, $1))
        }
      }
  }

  private var tasks: [Task] {
    let conditions = ["plain", "noise -20 dB", "vibrato ±30 cents", "room of 1 s"]
    return (0..<performances).map { index in
      let instrument = index % instruments.count
      // Each instrument meets all of them in turn.
      let place = 7 * index + index / instruments.count
      let condition = place / 6 % conditions.count
      var performance = FreePerformance(
        figure: FreePerformance.Figure.allCases[place % 3], tonic: instruments[instrument].tonic,
        isLegato: place / 3 % 2 == 1, step: place / 24 % 2 == 0 ? 0.25 : 0.4, rounds: 5)
      switch condition {
      case 1: performance.noise = -20
      case 2: (performance.vibrato, performance.step) = (30, 0.6)
      case 3: performance.reverberation = 1
      default: break
      }
      performance.spread = spread
      performance.seed = seed &* 100_000 &+ UInt64(index + 1)
      let manner = performance.isLegato ? "legato" : "detached"
      return Task(
        instrument: instrument, condition: "\(conditions[condition]), \(manner)",
        performance: performance)
    }
  }

  func run() throws -> [Report] {
    var (byCondition, byInstrument) = ([String: Group](), [String: Group]())
    var fonts: [Int: FontInstrument] = [:]
    for (index, task) in tasks.enumerated() {
      try _Concurrency.Task.checkCancellation()
      let instrument = instruments[task.instrument]
      if let font = instrument.font, fonts[task.instrument] == nil {
        fonts[task.instrument] = try FontInstrument(font: font.path, program: font.program)
      }
      let font = fonts[task.instrument]
      let (notes, sound) = played(task.performance, instrument, font)
      let (heard, seconds) = judged(sound)
      let tally = FreeTally(notes, heard: heard) { note, heard in
        guard let font else { return note.hertz }
        return pitch(of: note, where: heard, font)
      }
      if let folder { try keep(index, task, font, notes, sound, heard, in: folder) }
      let (known, inside) = font == nil ? coverage(task.performance, heard) : (0, 0)
      for (name, isInstrument) in [(task.condition, false), (instrument.name, true)] {
        var group = (isInstrument ? byInstrument[name] : byCondition[name]) ?? Group()
        group.performances += 1
        group.played += tally.played
        group.reported += tally.reported
        group.found += tally.found
        for error in tally.biasErrors() { group.biases.record(abs(error)) }
        for error in tally.errors.values.joined() { group.errors.record(abs(error)) }
        group.known += known
        group.inside += inside
        group.audio += Double(sound.count) / FreePerformance.rate
        group.processor += seconds
        if isInstrument { byInstrument[name] = group } else { byCondition[name] = group }
      }
    }
    return [
      report("map", "Free playing by condition", byCondition, hasGoals: true),
      report("mapInstruments", "Free playing by instrument", byInstrument, hasGoals: false),
    ]
  }

  /// The notes, and all of them together.
  private func played(
    _ performance: FreePerformance, _ instrument: Instrument, _ font: FontInstrument?
  ) -> (notes: [FreePerformance.Note], sound: [Double]) {
    let notes = performance.notes
    font?.forget()
    let sound = performance.sound(of: notes) { note in
      font?.repeated(note, vibrato: performance.vibrato, isLegato: performance.isLegato)
        ?? performance.synthesized(note, instrument.timbre ?? .saw)
    }
    return (notes, sound)
  }

  /// The pitch of a font's note alone, without vibrato, noise and room, where it was measured, in hertz: recorded notes have
  /// errors of their own, and their pitch moves. `nil` if it cannot be measured there.
  private func pitch(
    of note: FreePerformance.Note, where heard: FreeNote, _ font: FontInstrument
  ) -> Double? {
    let margin = Int(0.2 * FreePerformance.rate)
    let silence = [Double](repeating: 0, count: margin)
    let samples = (silence + font.samples(note) + silence).map(Float.init)
    let start = heard.onset + heard.tone.settleTime - note.onset
    let first = margin + Int(start * FreePerformance.rate)
    let last = first + Int(heard.tone.length * FreePerformance.rate)
    guard samples.indices.contains(first), samples.indices.contains(last) else { return nil }
    let near = Frequency(hertz: note.hertz)
    return PlayedToneMeter().measure(
      samples, stretch: first..<last, sampleRate: FreePerformance.rate, near: near, target: near
    )?.frequency
  }

  /// How many biases the map of what was heard knows, and how many of them are within their 90 % interval.
  private func coverage(
    _ performance: FreePerformance, _ heard: [FreeNote]
  ) -> (known: Int, inside: Int) {
    var even = performance
    even.spread = 0
    let truths = Dictionary(even.notes.map { ($0.key, $0.cents) }) { first, _ in first }
    let notes = heard.map { note in
      let place = 69 + 12 * log2(note.tone.frequency / 440)
      return InstrumentMap.Note(
        MIDINote(Int(place.rounded())), deviation: Cents(100 * (place - place.rounded())),
        uncertainty: note.tone.uncertainty, day: 0)
    }
    guard let map = InstrumentMap(notes, referencePitch: TuningSystem.standardReferencePitch)
    else { return (0, 0) }
    func truth(_ bias: InstrumentMap.Bias) -> Double { truths[bias.note.rawValue] ?? 0 }
    let mean = map.notes.reduce(0) { $0 + Double($1.count) * truth($1) } / Double(map.count)
    let known = map.notes.filter(\.isKnown)
    let inside = known.filter {
      ($0.bias.low.rawValue...$0.bias.high.rawValue).contains(truth($0) - mean)
    }
    return (known.count, inside.count)
  }

  private func judged(_ sound: [Double]) -> (heard: [FreeNote], seconds: Double) {
    let samples = sound.map(Float.init)
    var judge = FreePlayingJudge(sampleRate: FreePerformance.rate)
    var heard: [FreeNote] = []
    let seconds =
      Clock.thread.time {
        for start in stride(from: 0, to: samples.count, by: 1024) {
          heard += judge.append(Array(samples[start..<min(start + 1024, samples.count)]))
        }
        heard += judge.end()
      } / 1e9
    return (heard, seconds)
  }

  /// For other programs: the samples as 32-bit floats, and the notes as JSON.
  private func keep(
    _ index: Int, _ task: Task, _ font: FontInstrument?, _ notes: [FreePerformance.Note],
    _ sound: [Double], _ heard: [FreeNote], in folder: URL
  ) throws {
    /// The pitch in the middle of a note.
    func hertz(_ note: FreePerformance.Note) -> Double {
      let middle = PlayedNote(
        error: 0, length: 0.8 * note.seconds, settleTime: 0.1 * note.seconds)
      let whole = FreeNote(onset: note.onset, end: note.onset + note.seconds, tone: middle)
      return font.flatMap { pitch(of: note, where: whole, $0) } ?? note.hertz
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = "\(1000 + index)"
    let samples = sound.map(Float.init)
    try samples.withUnsafeBytes { Data($0) }.write(to: folder.appending(path: name + ".f32"))
    let object: [String: Any] = [
      "condition": task.condition, "instrument": instruments[task.instrument].name,
      "rate": FreePerformance.rate,
      "notes": notes.map {
        ["key": Double($0.key), "onset": $0.onset, "seconds": $0.seconds, "hertz": hertz($0)]
      },
      "heard": heard.map { ["onset": $0.onset, "end": $0.end, "hertz": $0.tone.frequency] },
    ]
    try JSONSerialization.data(withJSONObject: object)
      .write(to: folder.appending(path: name + ".json"))
  }

  private func report(
    _ key: String, _ title: String, _ groups: [String: Group], hasGoals: Bool
  ) -> Report {
    var report = Report(
      key, title,
      [
        "what", "performances", "notes", .init("f", "F", 3), .init("keys", "keys heard 8 times"),
        .init("biasMedian", "bias, median |c|", 3), .init("biasGreatest", "max |c|", 3),
        .init("noteMedian", "notes, median |c|", 3), .init("noteP95", "95 % |c|", 3),
        .init("coverage", "in 90 %", 3),
        .init("processor", "core %", 2),
      ],
      notes: [
        "F: a note is found within \(Int(FreeTally.tolerance.cents)) cents if half of the shorter one's time is the other's;",
        "bias: the median of the notes of a key, less the truth: for a font's note, its pitch alone where it was measured;",
        "a font's note whose pitch alone cannot be measured counts as found, and has no error.",
      ])
    var all = Group()
    for (name, group) in groups.sorted(by: { $0.key < $1.key }) {
      report.add(
        name, group.performances, group.played, group.f, group.biases.count, group.biases.median,
        group.biases.max, group.errors.median, group.errors.value(atPercentile: 95),
        Double(group.inside) / Double(max(group.known, 1)),
        100 * group.processor / group.audio)
      all.played += group.played
      all.reported += group.reported
      all.found += group.found
      all.known += group.known
      all.inside += group.inside
      all.audio += group.audio
      all.processor += group.processor
      for value in group.biases.values { all.biases.record(value) }
    }
    guard hasGoals else { return report }
    report.goal("notes found, F", all.f, atLeast: 0.95)
    guard spread == 0 else {
      let coverage = Double(all.inside) / Double(max(all.known, 1))
      report.goal("biases within their 90 % interval", coverage, atLeast: 0.85)
      report.goal("the same, at most", coverage, atMost: 0.97)
      return report
    }
    report.goal("median error of a bias", all.biases.median, atMost: 0.3, " cents")
    report.goal("greatest error of a bias", all.biases.max, atMost: 2, " cents")
    report.goal("processor", 100 * all.processor / all.audio, atMost: 4, " % of a core")
    return report
  }
}
