import Foundation

/// From when to when a note is to be listened to.
struct SoundingSpan {
  /// The envelope's frames, in seconds.
  private static let frame = 0.01
  /// As long as a trainer's note.
  static let longest = 1.0
  /// After the note began: by then players have found their pitch, and strings have given theirs.
  static let afterAttack = 0.3
  /// The filters need as much beyond the end.
  private static let margin = 0.06

  /// Seconds from the first sample.
  let span: ClosedRange<Double>

  /// The greatest share of full scale.
  let peak: Double

  /// From the attack's end, though not before ``afterAttack``, to a second later or to where the note has
  /// died away.
  init(_ samples: [Double], sampleRate: Double) {
    let length = max(Int(Self.frame * sampleRate), 1)
    var levels: [Double] = []
    var peak = 0.0
    for start in stride(from: 0, to: samples.count, by: length) {
      let end = min(start + length, samples.count)
      var sum = 0.0
      for index in start..<end {
        sum += samples[index] * samples[index]
        peak = max(peak, abs(samples[index]))
      }
      levels.append((sum / Double(end - start)).squareRoot())
    }
    self.peak = peak
    let loudest = levels.max() ?? 0
    // A slow attack has risen at half the usual level; what swells later is the tone's own.
    let usual = levels.filter { $0 >= 0.1 * loudest }.sorted()
    let risen = levels.firstIndex { $0 >= 0.5 * (usual.isEmpty ? 0 : usual[usual.count / 2]) } ?? 0
    let faded = levels.lastIndex { $0 >= 0.01 * loudest } ?? 0
    let seconds = Double(samples.count) / sampleRate
    let end = min(Double(faded + 1) * Self.frame, seconds - Self.margin)
    let attack = min(Double(risen) * Self.frame, 0.4 * end)
    let start = max(min(Self.afterAttack, 0.25 * max(end, 0)), attack)
    span = start...max(min(start + Self.longest, end), start)
  }

  var seconds: Double { span.upperBound - span.lowerBound }
}
