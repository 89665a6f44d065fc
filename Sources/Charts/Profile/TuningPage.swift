import Console
import Foundation
import Training

/// Bias and spread of pitch matching, over the whole history.
struct TuningPage {
  let part: ProfileSnapshot.Matchings
  let glyphs: Glyphs

  func page(heading: String) -> ProfilePage {
    guard part.count > 0 else {
      return page(heading, picture: nil, sentences: [ProfileText.untrained])
    }
    guard let bias = part.errors.bias, let spread = part.errors.spread else {
      let only = part.errors.bias.map { ReportText.errors(bias: $0, spread: nil) }
      return page(heading, picture: nil, sentences: only.map { [$0] } ?? [])
    }
    let plot = TuningPlot(bias: bias.rawValue, spread: spread.rawValue, glyphs: glyphs)
    return page(
      heading,
      picture: ProfilePage.Picture(
        legends: { _ in ProfileScreenText.tuningLegends(glyphs) }, fewestRows: TuningPlot.rows,
        grows: false
      ) { columns, _ in plot.lines(columns: columns) },
      sentences: ProfileScreenText.sentences(part))
  }

  private func page(
    _ heading: String, picture: ProfilePage.Picture?, sentences: [String]
  ) -> ProfilePage {
    ProfilePage(
      headings: [heading], picture: picture, sentences: sentences, figures: { [] },
      keys: ProfileScreenText.tuningKeys(glyphs))
  }
}

/// How committed pitches lie around the true pitch: the bias, and the spread to either side of it.
private struct TuningPlot {
  /// In cents; positive is sharp.
  let bias: Double
  let spread: Double
  let glyphs: Glyphs

  static let rows = 3

  func lines(columns: Int) -> [String] {
    let half = max(min((columns - 2) / 2, 50), 10)
    let reach = max(abs(bias) + spread, 5) * 1.2
    func place(_ cents: Double) -> Int {
      min(max(half + Int((cents / reach * Double(half)).rounded()), 0), 2 * half)
    }
    var line = Array(repeating: Character(" "), count: 2 * half + 1)
    for column in place(bias - spread)...place(bias + spread) { line[column] = glyphs.span }
    line[place(bias)] = glyphs.point
    var axis = Array(repeating: glyphs.level, count: 2 * half + 1)
    axis[half] = glyphs.center
    let ends = (ProfileScreenText.flat(reach), ProfileScreenText.sharp(reach))
    let gap = max(2 * half + 1 - ends.0.count - ends.1.count, 1)
    return [String(line), String(axis), ends.0 + String(repeating: " ", count: gap) + ends.1]
  }
}
