import MainThread
import Foundation
import Intonation
import Music
import Realtime
import Training

/// A note between its request and the event of its end. Main thread.
@MainActor
struct NoteInProgress {
  let plan: PitchPlan

  /// The first frequency.
  let start: Frequency
  let reports = NoteReports()
  var isStopping = false

  /// True if it fades out with everything else.
  var isSilenced = false

  /// The frames of its passage before it begins.
  private let delay: Int

  /// The slider that moves it, if it is armed.
  var slider: PitchSlider?

  /// The number of the last command that placed or moved the slider; numbers wrap around. A report
  /// of the slider with an earlier number is out of date.
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

  /// True if its slider can be moved: it has begun, or begins with its passage.
  var canBeMoved: Bool { delay == 0 || reports.startTime != nil }

  /// True if it needs its voice, as it has begun or begins within that many frames of its passage.
  fileprivate func needsVoice(within frames: Int) -> Bool {
    delay <= frames || reports.startTime != nil
  }

  /// True if it fades out, or has been stopped.
  var fadesOut: Bool { isStopping || isSilenced }

  /// True if it begins with its passage, and was stopped before the callback has taken that.
  fileprivate var isSuperseded: Bool { fadesOut && delay == 0 && reports.startTime == nil }

  /// The parameters of the next command that lets MIDI move the note.
  func nextArming(_ slider: PitchSlider, at value: Double) -> SliderArming {
    SliderArming(
      value: value, ratioAtZero: ratio(of: slider.target), reach: slider.reach.rawValue,
      number: sliderNumber &+ 1)
  }

  /// Records that the command of ``nextArming(_:at:)`` was sent.
  mutating func arm(_ slider: PitchSlider) {
    self.slider = slider
    sliderNumber &+= 1
  }

  /// The resampler's relative ratio that makes the note sound at `frequency`.
  func ratio(of frequency: Frequency) -> Double {
    plan.ratio(bend: Cents(from: start, to: frequency))
  }
}

/// A way to produce a frequency: FluidSynth plays a key and a whole number of cents, as it has no
/// finer step, and the resampler adds the rest.
public struct PitchPlan {
  /// The MIDI key, 0…127.
  public let key: Int

  /// Whole cents from the key: within ±50 and the deviation of the key's sample, more if the
  /// nearest key cannot be used, and beyond the ends of the keyboard.
  public let cents: Int

  /// The remainder, within ±0.5 cent.
  let rest: Cents

  /// The seconds after which the key's sample, played with ``cents``, changes its pitch, and the
  /// change; `nil` if it keeps its pitch.
  let change: (seconds: Double, by: Cents)?

  /// - Parameters:
  ///   - frequency: 20…20 000 Hz.
  ///   - isUsable: true if a key can sound in tune. If the nearest one cannot, a usable one beside
  ///     it is played instead: a detuned note lies up to 100 cents from a note that was chosen
  ///     because its key is usable.
  ///   - deviation: the deviation of a key's sample from the key, in cents. It is subtracted, so
  ///     that the note sounds at `frequency`; a note that is bent keeps its key, and so the
  ///     correction.
  ///   - change: a later deviation of the sample.
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

  /// The distance from key 0 in cents.
  private static func position(of frequency: Frequency) -> Double {
    6900 + Cents(from: TuningSystem.standardReferencePitch, to: frequency).rawValue
  }

  private static func key(at position: Double) -> Int {
    min(max(Int((position / 100).rounded()), 0), 127)
  }

  /// The resampler's relative ratio for a pitch `bend` away from this one.
  public func ratio(bend: Cents = 0) -> Double { 1 / (rest + bend).ratio }
}

/// Corrects the pitch and the loudness of the notes of a sound.
struct NoteCorrection: Equatable {
  /// The deviation of each key; `nil` leaves the pitch uncorrected.
  var pitch: IntonationTable?

  /// The loudness of each key; `nil` leaves the loudness uncorrected.
  var loudness: IntonationTable?

  /// The gain in dB by which a note may be raised beyond its correction.
  var headroom = 0.0

  /// The keys to play.
  var keys = UsableKeys.all

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

/// The reports of a note and their receivers. Main thread.
///
/// The note and its handle share it; the receivers are released when the note has ended.
@MainActor
final class NoteReports {
  /// The time of the first frame, once it has sounded.
  private(set) var startTime: SoundTime?

  /// The outcome, once the note is over.
  private var result: Result?

  private struct Result {
    let error: AudioError?
  }

  /// Called when its first frame sounds.
  var onStart: (() -> Void)?

  /// Called with the slider's value when a MIDI control has moved it.
  var onSliderMove: ((Double) -> Void)?

  /// Called with the slider's value that sounds, after a request for it.
  var onConfirm: ((Double) -> Void)?

  /// Called when the note is over; at once if it is over.
  var onEnd: ((AudioError?) -> Void)? {
    didSet {
      guard let result, let report = onEnd else { return }
      onEnd = nil
      report(result.error)
    }
  }

  func started(at time: SoundTime?) {
    invariant(startTime == nil, "a note begins once")
    startTime = time
    onStart?()
  }

  /// Ends and reports a note that is over or could not begin; only the first call counts.
  func ended(_ error: AudioError?) { end(error)?() }

  /// Ends a note; returns the report for the caller.
  func end(_ error: AudioError?) -> (() -> Void)? {
    guard result == nil else { return nil }
    result = Result(error: error)
    let report = onEnd
    (onStart, onSliderMove, onConfirm, onEnd) = (nil, nil, nil, nil)
    return report.map { report in { report(error) } }
  }
}

/// The notes that were requested and have not ended, and the passages that wait for voices among
/// them. Main thread.
///
/// Passages can follow each other so fast that earlier notes still fade out and use their voices,
/// as a chord that is heard again and again within one long period.
@MainActor
final class VoiceAllocator {
  /// The greatest number of notes at a time.
  static let noteLimit = 32

  /// The notes that were requested and have not ended.
  var notes: [NoteID: NoteInProgress] = [:] {
    didSet { invariant(notes.count <= Self.noteLimit, "the callback has room for each note") }
  }

  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Waits until there are voices for the notes with which a passage begins, as enough of the notes
  /// that fade out are silent: at most a period and a fade. Does not wait for other notes, nor if
  /// the sink does not run.
  func wait(for passage: Passage, on sink: any CommandSink) async {
    while sink.isRunning, !Task.isCancelled, !hasRoom(for: passage, at: sink.sampleRate) {
      await withCheckedContinuation { waiters.append($0) }
    }
  }

  /// True if there is room for the notes of a passage, and voices for its notes that begin within a
  /// fade, or if no note ends soon. The notes of a chord need their voices from the moment when it
  /// is sent, and a note that is stopped before it begins counts until its end is reported. There
  /// is no room as long as the callback has not seen a passage that was stopped before it began: of
  /// passages that replace each other in one period only the last one follows, in the next period.
  ///
  /// - Parameter sampleRate: frames per second.
  func hasRoom(for passage: Passage, at sampleRate: Double) -> Bool {
    guard !notes.values.contains(where: \.isSuperseded) else { return false }
    let fade = Int((FadeCurve.seconds * sampleRate).rounded(.up))
    let beginning = passage.placements(at: sampleRate).count { $0.start <= fade }
    let begun = notes.values.count { $0.needsVoice(within: fade) }
    return begun + beginning <= VoiceBankView.voiceCount
      && notes.count + passage.notes.count <= Self.noteLimit
      || !notes.values.contains { $0.fadesOut }
  }

  /// Lets the waiting passages check again, in the order of the requests, when a note or the sink
  /// has begun or ended.
  func resumeWaiters() {
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume() }
  }
}
