import Foundation
import Language
import Music

/// A file with the thresholds of a listener. Each line has a MIDI note and its threshold in cents,
/// such as `60 3.5`. `#` begins a comment.
///
/// Between the given notes, thresholds are interpolated linearly in their logarithm. Beyond them,
/// thresholds are constant.
enum ThresholdFile {
  /// The allowed thresholds, in cents.
  nonisolated static let limits: ClosedRange<Double> = 0.01...1200

  /// The thresholds of all 128 notes. Throws ``Fault``.
  static func read(_ path: String) throws(Fault) -> [Double] {
    guard FileManager.default.fileExists(atPath: path) else { throw .missingFile(path) }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw .unreadableData(localized("%@ is not readable text", path))
    }
    return try thresholds(in: text, named: path)
  }

  static func thresholds(in text: String, named path: String) throws(Fault) -> [Double] {
    var given: [Int: Double] = [:]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let content = line.prefix { $0 != "#" }
      let words = content.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { continue }
      guard words.count == 2, let note = Int(words[0]), MIDINote.range.contains(note),
        let threshold = Double(words[1]), limits.contains(threshold), given[note] == nil
      else {
        throw .unreadableData(
          localized(
            """
            %@:%d: '%@' is not a MIDI note \
            (0…127, each once) and a threshold in cents (0.01…1200)
            """, path, index + 1, content.prefix(40).trimmingCharacters(in: .whitespaces)))
      }
      given[note] = threshold
    }
    guard !given.isEmpty else {
      throw .unreadableData(
        localized(
          "%@ contains no thresholds. Each line needs a MIDI note and cents, such as 60 3.5", path))
    }
    return interpolate(given)
  }

  private static func interpolate(_ given: [Int: Double]) -> [Double] {
    let known = given.keys.sorted()
    return MIDINote.range.map { note in
      let below = known.last { $0 <= note }
      let above = known.first { $0 >= note }
      guard let low = below ?? above, let high = above ?? below, let start = given[low],
        let end = given[high], low < high
      else { return given[below ?? above ?? note] ?? 0 }
      let share = Double(note - low) / Double(high - low)
      return exp(log(start) * (1 - share) + log(end) * share)
    }
  }
}
