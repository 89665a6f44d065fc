import Console
import Foundation
import Music
import Training

/// The outcome of a report and a summary of its figures, as one JSON object.
public enum ReportJSON {
  /// - Parameters:
  ///   - path: the path of the page; `-` is standard output.
  ///   - bytes: the size of the page.
  ///   - pictures: the paths of the pictures.
  public static func text(
    _ report: ReportSnapshot, path: String, bytes: Int, pictures: [String]
  ) -> String {
    var line = JSONLine()
    line.add("path", path)
    line.add("bytes", bytes)
    line.add("pictures", pictures)
    line.add("comparisons", report.comparisons)
    line.add("matchings", report.matchings)
    line.add("purities", report.purities)
    line.add("playings", report.playings)
    line.add("days", report.activeDays)
    for part in report.parts {
      switch part.presentation {
      case .melodic:
        add(part, report.diary, to: &line)
        // Notes of purity always sound together, so they have only one part.
        line.add("purity", object: byKind { intervals(report.purity[$0]) })
      case .harmonic:
        var harmonic = JSONLine()
        add(part, report.diary, to: &harmonic)
        line.add("harmonic", object: harmonic)
      }
    }
    return line.description
  }

  private static func byKind(_ object: (TrainingKind) -> JSONLine) -> JSONLine {
    var line = JSONLine()
    for kind in TrainingKind.allCases { line.add(kind.rawValue, object: object(kind)) }
    return line
  }

  private static func add(
    _ part: ReportSnapshot.Part, _ diary: TrainingDiary, to line: inout JSONLine
  ) {
    var comparison = JSONLine()
    comparison.add("unison", object: unison(part.unison))
    comparison.add("interval", object: intervals(part.intervals))
    line.add("comparison", object: comparison)
    line.add(
      "matching",
      object: byKind { kind in
        matchings(
          part.matching[kind],
          diary.intervalErrors(of: kind, part.presentation).map(FiguresJSON.errors))
      })
    line.add(
      "playing",
      object: byKind { kind in
        var object = matchings(
          part.playing[kind],
          diary.playedIntervalErrors(of: kind, part.presentation).map {
            PlayedText.json($0, part.playedIntervals)
          })
        object.add("notes", objects: part.playedNotes[kind].map(PlayedText.json))
        return object
      })
  }

  private static func unison(_ part: ReportSnapshot.Unison) -> JSONLine {
    var line = JSONLine()
    line.add("trials", part.count)
    FiguresJSON.add(level: part.verdicts, to: &line)
    line.add("lapseRate", part.lapseRate)
    line.add("trend", object: FiguresJSON.trend(part.verdicts.trend))
    return line
  }

  private static func intervals(_ part: ReportSnapshot.Intervals) -> JSONLine {
    var line = JSONLine()
    line.add("trials", part.count)
    line.add("state", part.verdicts.state.rawValue)
    line.add("intervals", objects: part.verdicts.parts.map(FiguresJSON.interval))
    line.add("lapseRate", part.lapseRate)
    line.add("trend", object: FiguresJSON.trend(part.verdicts.trend))
    return line
  }

  private static func matchings(
    _ verdicts: MatchingVerdicts, _ intervals: [JSONLine]
  ) -> JSONLine {
    var line = JSONLine()
    line.add("count", verdicts.count)
    FiguresJSON.add(verdicts.fit, to: &line, hasPull: verdicts.hasPull)
    line.add("trend", object: FiguresJSON.trend(verdicts.trend))
    line.add("intervals", objects: intervals)
    return line
  }
}
