import Console
import Foundation
import Music
import Training

/// Bias and spread of pitch matching, by the last notes.
struct TuningPage {
  let verdicts: MatchingVerdicts
  let glyphs: Glyphs

  func page(heading: String) -> ProfilePage {
    var picture: ProfilePage.Picture?
    if let fit = verdicts.fit {
      let plot = SpanPlot(
        rows: [
          SpanPlot.Row(
            label: "", middle: fit.bias.value.rawValue, reach: fit.spread.value.rawValue)
        ],
        ends: (ProfileScreenText.flat, ProfileScreenText.sharp), glyphs: glyphs)
      picture = plot.picture { ProfileScreenText.tuningLegends(glyphs) }
    }
    return ProfilePage(
      headings: [heading], picture: picture,
      sentences: verdicts.count > 0
        ? VerdictText.sentences(verdicts) : [ProfileText.untrained],
      figures: { [] }, keys: ProfileScreenText.tuningKeys(glyphs))
  }
}

/// Where the intervals that sound true lie, and which differences about them are not told.
struct IntervalsPage {
  let verdicts: IntervalVerdicts
  let glyphs: Glyphs

  func page(heading: String) -> ProfilePage {
    let rows = verdicts.parts.filter { $0.threshold.state == .shown }.map { part in
      SpanPlot.Row(
        label: part.interval.description, middle: part.shift.value.rawValue,
        reach: part.threshold.threshold.value.rawValue)
    }
    let plot = SpanPlot(
      rows: rows, ends: (ProfileScreenText.lower, ProfileScreenText.higher), glyphs: glyphs)
    return ProfilePage(
      headings: [heading],
      picture: rows.isEmpty ? nil : plot.picture { ProfileScreenText.intervalLegends(glyphs) },
      sentences: verdicts.answers > 0
        ? VerdictText.sentences(verdicts) : [ProfileText.untrained],
      figures: { [] }, keys: ProfileScreenText.tuningKeys(glyphs))
  }
}

/// Values around the true pitch, a row for each: the middle, and the reach to either side of it.
private struct SpanPlot {
  struct Row {
    let label: String

    /// In cents; positive is higher.
    let middle: Double
    let reach: Double
  }

  /// At least one.
  let rows: [Row]

  /// What the ends of the scale are called.
  let ends: (low: (Double) -> String, high: (Double) -> String)
  let glyphs: Glyphs

  func picture(_ legends: @escaping () -> [String]) -> ProfilePage.Picture {
    ProfilePage.Picture(legends: { _ in legends() }, fewestRows: rows.count + 2, grows: false) {
      columns, _ in
      lines(columns: columns)
    }
  }

  private func lines(columns: Int) -> [String] {
    let widest = rows.map(\.label.count).max() ?? 0
    let margin = widest > 0 ? widest + 1 : 0
    let half = max(min((columns - margin - 2) / 2, 50), 10)
    let reach = max(rows.map { abs($0.middle) + $0.reach }.max() ?? 0, 5) * 1.2
    func place(_ cents: Double) -> Int {
      min(max(half + Int((cents / reach * Double(half)).rounded()), 0), 2 * half)
    }
    let spans = rows.map { row -> String in
      var line = Array(repeating: Character(" "), count: 2 * half + 1)
      for column in place(row.middle - row.reach)...place(row.middle + row.reach) {
        line[column] = glyphs.span
      }
      line[place(row.middle)] = glyphs.point
      return row.label.rightPadded(to: margin) + String(line)
    }
    var axis = Array(repeating: glyphs.level, count: 2 * half + 1)
    axis[half] = glyphs.center
    let (low, high) = (ends.low(reach), ends.high(reach))
    let gap = max(2 * half + 1 - low.count - high.count, 1)
    let blanks = String(repeating: " ", count: margin)
    return spans + [
      blanks + String(axis), blanks + low + String(repeating: " ", count: gap) + high,
    ]
  }
}
