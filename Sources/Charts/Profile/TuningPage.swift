import Console
import Training

/// Bias and spread of pitch matching, over all of the time.
struct TuningPage {
  let part: ProfileSnapshot.Matchings
  let glyphs: Glyphs

  func page(heading: String) -> ProfilePage {
    guard part.count > 0 else {
      return page(heading, picture: nil, sentences: [ProfileText.untrained])
    }
    guard let bias = part.bias, let spread = part.spread else {
      let only = part.bias.map { ReportText.errors(.unison, bias: $0, spread: nil) }
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
