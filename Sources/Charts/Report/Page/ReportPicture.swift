import Console

/// A plot as SVG, with its title and its description for whoever does not see it.
enum ReportPicture {
  /// As it stands in the page.
  static func element(_ plot: ReportPlot) -> MarkupElement {
    MarkupElement(
      "svg",
      [
        "viewBox": viewBox(plot), "role": "img",
        "aria-labelledby": "\(plot.name)-title \(plot.name)-desc",
      ], labels(plot) + plot.drawing)
  }

  /// As a file of its own.
  static func file(_ plot: ReportPlot, version: String) -> String {
    let element = MarkupElement(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": Coordinate.text(PlotFrame.width),
        "height": Coordinate.text(plot.height), "viewBox": viewBox(plot), "role": "img",
        "aria-labelledby": "\(plot.name)-title \(plot.name)-desc",
      ], labels(plot) + [.style(ReportStyle.ofPicture)] + plot.drawing)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      \(ReportMark.comment(version: version))
      \(element.description)

      """
  }

  private static func labels(_ plot: ReportPlot) -> [MarkupElement] {
    [
      MarkupElement("title", ["id": "\(plot.name)-title"], text: plot.heading),
      MarkupElement("desc", ["id": "\(plot.name)-desc"], text: plot.description),
    ]
  }

  private static func viewBox(_ plot: ReportPlot) -> String {
    "0 0 \(Coordinate.text(PlotFrame.width)) \(Coordinate.text(plot.height))"
  }
}
