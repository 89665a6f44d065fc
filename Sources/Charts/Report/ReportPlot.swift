import Console

/// A picture with all that stands beside it.
struct ReportPlot {
  /// The plots that there are; a file or an anchor is named after them.
  let name: String
  let heading: String

  /// What it means, for a musician.
  let sentence: String

  /// What is drawn, for whoever does not see it.
  let description: String
  let height: Double
  let drawing: [MarkupElement]
  let table: ReportTable
}
