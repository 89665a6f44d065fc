import Console
import Foundation
import Language

/// The report as one self-contained page: HTML that is also well-formed XML.
///
/// It is built in code, not from a template: the pictures have to be built anyway, one way of
/// building escapes everything, and there is no file that an installation could lack.
enum ReportPage {
  static func text(_ report: ReportSnapshot) -> String {
    var text = "<!DOCTYPE html>\n\(ReportMark.comment(version: report.version))\n"
    MarkupElement(
      "html",
      [
        "xmlns": "http://www.w3.org/1999/xhtml",
        "lang": localized(context: "language of a page", "en"),
      ],
      [
        MarkupElement(
          "head", [:],
          [
            MarkupElement("meta", ["charset": "utf-8"]),
            MarkupElement(
              "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            MarkupElement("meta", ["name": "generator", "content": "Peach \(report.version)"]),
            MarkupElement("title", [:], text: ReportText.title),
            .style(ReportStyle.ofPage),
          ]),
        MarkupElement("body", [:], body(report)),
      ]
    ).write(to: &text)
    return text + "\n"
  }

  private static func body(_ report: ReportSnapshot) -> [MarkupElement] {
    let opening = ReportOpening(report)
    let header: [MarkupElement?] = [
      MarkupElement("h1", [:], text: ReportText.title),
      paragraph(opening.sentence, class: "truth"),
      opening.plot.map { figure($0, heading: "h2") },
      paragraph(ReportText.summary(report)),
      paragraph(FigureTerms.sentences.joined(separator: " ")),
    ]
    return [
      MarkupElement("header", [:], header.compactMap { $0 }),
      MarkupElement("main", [:], ReportSection.all(of: report).map(section)),
      MarkupElement(
        "footer", [:],
        [paragraph(ReportText.footer(source: report.source, version: report.version))]),
    ]
  }

  private static func section(_ section: ReportSection) -> MarkupElement {
    var elements = [MarkupElement("h2", [:], text: section.heading)]
    elements += section.sentences.map { paragraph($0) }
    func plots(_ plots: [ReportPlot]) -> MarkupElement {
      MarkupElement("div", ["class": "plots"], plots.map { figure($0, heading: "h3") })
    }
    if !section.plots.isEmpty { elements.append(plots(section.plots)) }
    if !section.more.isEmpty {
      let summary = MarkupElement("summary", [:], text: ReportText.more)
      elements.append(MarkupElement("details", [:], [summary, plots(section.more)]))
    }
    return MarkupElement("section", [:], elements)
  }

  /// - Parameter heading: the element of its heading, one below that of what it belongs to.
  private static func figure(_ plot: ReportPlot, heading: String) -> MarkupElement {
    MarkupElement(
      "figure", ["id": plot.name],
      [
        MarkupElement(
          "figcaption", [:],
          [MarkupElement(heading, [:], text: plot.heading), paragraph(plot.sentence)]),
        ReportPicture.element(plot),
        MarkupElement(
          "details", [:],
          [MarkupElement("summary", [:], text: ReportText.showTable), table(plot)]),
      ])
  }

  /// A table within a box that scrolls, also by the keyboard.
  private static func table(_ plot: ReportPlot) -> MarkupElement {
    let head = plot.table.headings.map { MarkupElement("th", ["scope": "col"], text: $0) }
    let rows = plot.table.rows.map { row in
      MarkupElement(
        "tr", [:],
        row.enumerated().map { index, cell in
          index == 0
            ? MarkupElement("th", ["scope": "row"], text: cell)
            : MarkupElement("td", [:], text: cell)
        })
    }
    return MarkupElement(
      "div",
      [
        "class": "scroll", "role": "region", "tabindex": "0",
        "aria-label": plot.table.caption,
      ],
      [
        MarkupElement(
          "table", [:],
          [
            MarkupElement("caption", [:], text: plot.table.caption),
            MarkupElement("thead", [:], [MarkupElement("tr", [:], head)]),
            MarkupElement("tbody", [:], rows),
          ])
      ])
  }

  private static func paragraph(_ text: String, class name: String? = nil) -> MarkupElement {
    // A number and its percent sign stay on one line.
    let text = text.replacingOccurrences(of: " %", with: "\u{A0}%")
    guard let name else { return MarkupElement("p", [:], text: text) }
    return MarkupElement("p", ["class": name], text: text)
  }
}

/// A plot as SVG, with its title and its description for readers who cannot see it.
enum ReportPicture {
  /// The plot as part of the page.
  static func element(_ plot: ReportPlot) -> MarkupElement {
    MarkupElement(
      "svg",
      [
        "viewBox": viewBox(plot), "role": "img",
        "aria-labelledby": "\(plot.name)-title \(plot.name)-desc",
      ], labels(plot) + plot.drawing)
  }

  /// The plot as a separate file.
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

/// The comment by which Peach recognizes its own reports and pictures, so that it never overwrites
/// anything else.
public enum ReportMark {
  private static let beginning = "<!-- made by peach report"

  /// The number of bytes of a file that have to be read to find it.
  public static let reach = 256

  static func comment(version: String) -> String {
    // Two hyphens would end the comment.
    "\(beginning) \(version.filter { $0 != "-" && $0 != ">" }) -->"
  }

  /// Whether a file with this beginning was made by Peach.
  public static func isIn(_ beginning: String) -> Bool { beginning.contains(Self.beginning) }
}
