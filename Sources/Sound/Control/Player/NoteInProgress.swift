import Foundation
import Intonation
import Music
import Realtime
import Training

/// A note between its request and the event of its end. Main thread.
@MainActor
struct NoteInProgress {
  let plan: PitchPlan

  /// Its first frequency.
  let start: Frequency
  let reports = NoteReports()
  var isStopping = false

  /// Whether it fades out with everything else.
  var isSilenced = false

  /// After how many frames of its passage it begins.
  private let delay: Int

  /// The slider that moves it, if it is armed.
  var slider: PitchSlider?

  /// The number of the last command that placed or moved the slider; numbers wrap around. A report
  /// of the slider that includes an earlier one only is out of date.
  var sliderNumber: UInt32 = 0

  /// The command that lets MIDI move the note from its first frame on, if that is wanted.
  private(set) var arming: SliderArming?

  init(_ note: Passage.Note, at placement: Passage.Placement, plan: PitchPlan) {
    self.plan = plan
    start = note.request.frequency
    delay = placement.start
    guard let placed = note.slider else { return }
    arming = nextArming(placed.slider, at: placed.value)
    arm(placed.slider)
  }

  /// Whether its slider can be moved: it has begun, or begins with its passage.
  var canBeMoved: Bool { delay == 0 || reports.startTime != nil }

  /// Whether it has begun, or begins so soon that its voice cannot be given away: within that many frames
  /// of its passage.
  func needsVoice(within frames: Int) -> Bool { delay <= frames || reports.startTime != nil }

  /// Whether its end is near, without anything else.
  var fadesOut: Bool { isStopping || isSilenced }

  /// Whether it was to begin with its passage, and was stopped before the callback has taken that.
  var isSuperseded: Bool { fadesOut && delay == 0 && reports.startTime == nil }

  /// The values for the next command that lets MIDI move the note.
  func nextArming(_ slider: PitchSlider, at value: Double) -> SliderArming {
    SliderArming(
      value: value, ratioAtZero: ratio(of: slider.target), reach: slider.reach.rawValue,
      number: sliderNumber &+ 1)
  }

  /// That command was sent.
  mutating func arm(_ slider: PitchSlider) {
    self.slider = slider
    sliderNumber &+= 1
  }

  /// The resampler's relative ratio that makes the note sound at `frequency`.
  func ratio(of frequency: Frequency) -> Double {
    plan.ratio(bend: Cents(from: start, to: frequency))
  }
}

/// How a frequency is produced: FluidSynth plays a key and a whole number of cents, as it has no
/// finer step, and the resampler adds the rest.
public struct PitchPlan {
  /// The MIDI key, 0…127.
  public let key: Int

  /// Whole cents from the key: within ±50 and the deviation of the key's sample, more if the nearest
  /// key cannot be used, and beyond the ends of the keyboard.
  public let cents: Int

  /// The remainder, within ±0.5 cent.
  let rest: Cents

  /// By how much the key's sample goes off its pitch, and after how many seconds, played with ``cents``; `nil` if it
  /// keeps its pitch.
  let change: (seconds: Double, by: Cents)?

  /// - Parameters:
  ///   - frequency: 20…20 000 Hz.
  ///   - isUsable: whether a key can sound in tune. If the nearest one cannot, one beside it that
  ///     can is played instead: a detuned note lies up to 100 cents from a note that was chosen
  ///     because its key is usable.
  ///   - deviation: how far a key's sample sounds from the key, in cents. It is subtracted, so that
  ///     the note sounds at `frequency`; a note that is bent keeps its key, and so the correction.
  ///   - change: how far it sounds from the key from some time on.
  public init(
    _ frequency: Frequency, isUsable: (_ key: Int) -> Bool = { _ in true },
    deviation: (_ key: Int) -> Double = { _ in 0 },
    change: (_ key: Int) -> ToneMeasurement.Change? = { _ in nil }
  ) {
    let total = Self.position(of: frequency)
    let nearest = Self.key(at: total)
    let beside = total / 100 < Double(nearest) ? [-1, 1] : [1, -1]
    key = ([0] + beside).map { nearest + $0 }.first(where: isUsable) ?? nearest
    let first = deviation(key)
    let fromKey = total - Double(key) * 100 - first
    let cents = Int(fromKey.rounded())
    self.cents = cents
    rest = Cents(fromKey - Double(cents))
    self.change = change(key).map { later in
      // A sample that sounds higher is played faster.
      (later.seconds / Cents(Double(cents)).ratio, Cents(later.deviation - first))
    }
  }

  /// The key whose pitch, at a reference pitch of 440 Hz, is nearest; the last one beyond the ends
  /// of the keyboard.
  public static func nearestKey(to frequency: Frequency) -> Int { key(at: position(of: frequency)) }

  /// In cents above key 0.
  private static func position(of frequency: Frequency) -> Double {
    6900 + Cents(from: TuningSystem.standardReferencePitch, to: frequency).rawValue
  }

  private static func key(at position: Double) -> Int {
    min(max(Int((position / 100).rounded()), 0), 127)
  }

  /// The resampler's relative ratio for a pitch `bend` away from this one.
  public func ratio(bend: Cents = 0) -> Double { 1 / (rest + bend).ratio }
}

/// Corrects the notes of a sound, so that they sound at the pitch and loudness that were asked for.
struct NoteCorrection: Equatable {
  /// The deviation of each key; `nil` leaves the pitch uncorrected.
  var pitch: IntonationTable?

  /// The loudness of each key; `nil` leaves the loudness uncorrected.
  var loudness: IntonationTable?

  /// By how much a note may be raised beyond its correction, in dB.
  var headroom = 0.0

  /// The keys to play.
  var keys = UsableKeys.all

  /// How a frequency is produced.
  func plan(for frequency: Frequency) -> PitchPlan {
    PitchPlan(
      frequency, isUsable: keys.contains, deviation: { pitch?.deviation(ofKey: $0) ?? 0 },
      change: { pitch?.change(ofKey: $0) })
  }

  /// The factor on the amplitude that makes the note as loud as those of every sound.
  func gain(of plan: PitchPlan) -> Double {
    pow(10, (loudness?.gain(ofKey: plan.key, headroom: headroom) ?? 0) / 20)
  }
}
