import Foundation
import Music

/// How loud the notes of a passage may be if they sound together.
nonisolated extension Passage {
  /// The sound never exceeds this: 1 dB below full scale.
  public static let ceiling = pow(10, -1.0 / 20)

  /// How long a note may go on after its end, in seconds, while it fades out.
  private static let tail = 0.05

  /// The same passage, made softer as a whole so that the sum of the notes that sound together
  /// never exceeds ``ceiling``, whatever their phases, with the output level at 0 dB. Notes that
  /// sound alone stay as they are, and relative to one another all do.
  ///
  /// - Parameters:
  ///   - peak: the highest sample that a note of the sound has at 0 dB; full scale is 1.
  ///   - others: the sum of the linear gains of what sounds besides.
  ///   - limit: the linear gain that other passages may have beside the same: all of them become softer
  ///     alike, so that each is as loud against what goes on as it is meant to be.
  public func fitting(peak: Double, beside others: Double = 0, ofUpTo limit: Double = 0) -> Passage
  {
    let highest = peak * (others > 0 ? others + max(greatestGain, loudest, limit) : greatestGain)
    guard highest > Self.ceiling else { return self }
    let trim = 20 * log10(Self.ceiling / highest)
    return Passage(
      notes.map { note in
        let level = max(note.request.amplitudeDB.decibels + trim, AmplitudeDB.range.lowerBound)
        return note.sounding(at: AmplitudeDB(level))
      })
  }

  private var loudest: Double { notes.map(\.request.amplitudeDB.gain).max() ?? 0 }

  /// The greatest sum of the linear gains of notes that sound together; 0 if none do.
  private var greatestGain: Double {
    // A frame is a microsecond here.
    let rate = 1e6
    let placements = placements(at: rate)
    func sounding(at moment: Int, tail: Double) -> [Int] {
      placements.indices.filter { index in
        let (start, length) = (placements[index].start, placements[index].length)
        return start <= moment && length.map { moment < start + $0 + Int(tail * rate) } ?? true
      }
    }
    let starts = placements.map(\.start)
    guard starts.contains(where: { sounding(at: $0, tail: 0).count > 1 }) else { return 0 }
    // The sum is greatest when a note begins, and what has just ended still fades out.
    return starts.map { start in
      sounding(at: start, tail: Self.tail).reduce(0) { $0 + notes[$1].request.amplitudeDB.gain }
    }.max() ?? 0
  }
}

extension Passage.Note {
  nonisolated fileprivate func sounding(at level: AmplitudeDB) -> Passage.Note {
    Passage.Note(
      NoteRequest(request.frequency, at: level, velocity: request.velocity), start: start,
      duration: duration, slider: slider, goesOn: goesOn, isMarked: isMarked)
  }
}
