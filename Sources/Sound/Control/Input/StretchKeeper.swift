import Intonation
import MainThread
import Music
import Realtime

/// The samples of a note that was judged, with some before and after the judged stretch.
public struct JudgedStretch: Hashable, Sendable {
  /// Full scale is 1.
  public let samples: [Float]

  /// Frames per second.
  public let sampleRate: Double

  /// The stretch that was judged, within the samples.
  public let judged: Range<Int>

  /// The frame of JACK's clock at which the outcome was clear: that of ``InputAnalyst/onOutcome``.
  public let frame: UInt32

  public init(samples: [Float], sampleRate: Double, judged: Range<Int>, frame: UInt32) {
    self.samples = samples
    self.sampleRate = sampleRate
    self.judged = judged
    self.frame = frame
  }
}

/// Keeps the last seconds of the input, and extracts the stretches that were judged. A value that
/// one thread uses.
struct StretchKeeper: Sendable {
  /// The seconds of sound kept before and after a stretch, as far as there are any.
  private static let margin = 0.5

  /// The seconds that are kept. A note is judged by less than a second, at most some seconds after
  /// it.
  private static let longest = 8.0

  private let sampleRate: Double
  private let capacity: Int

  /// The last samples, and the number of the first of them.
  private var samples: [Float] = []
  private var first = 0
  private var waiting: (judged: Range<Int>, frame: FrameTime)?

  private var complete: [JudgedStretch] = []

  /// - Parameter sampleRate: frames per second.
  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    capacity = Int(Self.longest * sampleRate)
  }

  private var end: Int { first + samples.count }
  private var margin: Int { Int(Self.margin * sampleRate) }

  mutating func append(_ new: [Float]) {
    samples += new
    if let waiting, end >= waiting.judged.upperBound + margin { cut() }
    // Not at every period, as it moves the rest.
    if samples.count > 2 * capacity { drop(samples.count - capacity) }
    invariant(
      samples.count <= 2 * capacity && waiting.map { $0.judged.upperBound > first } ?? true,
      "old samples go, and those of a note do not")
  }

  private mutating func drop(_ count: Int) {
    samples.removeFirst(count)
    first += count
  }

  /// Extracts the stretch of a note that was judged by the samples so far.
  mutating func receive(_ note: PlayedNote, at frame: FrameTime) {
    if waiting != nil { cut() }
    let last = end - Int((max(note.age, 0) * sampleRate).rounded())
    let start = last - Int((max(note.length, 0) * sampleRate).rounded())
    guard first < last else { return }
    waiting = (max(start, first)..<last, frame)
    if end >= last + margin { cut() }
  }

  /// Ends the stretch that is kept, and drops the samples, as a part is missing or the input ends.
  mutating func breakOff() {
    if waiting != nil { cut() }
    drop(samples.count)
  }

  private mutating func cut() {
    guard let (judged, frame) = waiting else { return }
    waiting = nil
    let from = max(judged.lowerBound - margin, first)
    let to = min(judged.upperBound + margin, end)
    complete.append(
      JudgedStretch(
        samples: Array(samples[(from - first)..<(to - first)]), sampleRate: sampleRate,
        judged: (judged.lowerBound - from)..<(judged.upperBound - from), frame: frame.rawValue))
  }

  /// Returns the stretches that have become complete since the last call.
  mutating func stretches() -> [JudgedStretch] {
    defer { complete = [] }
    return complete
  }
}
