import Console
import Foundation
import Language

/// The report as one self-contained page: HTML that is also well-formed XML.
///
/// Code builds it instead of a template: pictures need code anyway, all text is escaped in one way,
/// and no installation can lack the template.
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

  /// - Parameter heading: the element of its heading, one level below that of its section.
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

  /// A table in a box that also scrolls by the keyboard.
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
  static func element(_ plot: ReportPlot) -> MarkupElement {
    MarkupElement(
      "svg",
      [
        "viewBox": viewBox(plot), "role": "img",
        "aria-labelledby": "\(plot.name)-title \(plot.name)-desc",
      ], labels(plot) + plot.drawing)
  }

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

  /// The number of bytes at the beginning of a file that can contain the comment.
  public static let reach = 256

  static func comment(version: String) -> String {
    // Two hyphens would end the comment.
    "\(beginning) \(version.filter { $0 != "-" && $0 != ">" }) -->"
  }

  /// True for the beginning of a file that Peach has made.
  public static func isIn(_ beginning: String) -> Bool { beginning.contains(Self.beginning) }
}

enum ReportStyle {
  /// The colours of the reader's scheme, and light ones on paper.
  private static let scheme = """
    :root{color-scheme:light dark;\(ReportPalette.light.properties)}
    @media screen and (prefers-color-scheme:dark){:root{\(ReportPalette.dark.properties)}}

    """

  private static let plot = """
    svg{font-family:system-ui,sans-serif}
    svg text{font-size:13px;fill:var(--ink)}
    svg .name{fill:var(--muted)}
    svg .value{font-weight:600}
    .grid{stroke:var(--line)}
    .axis{stroke:var(--muted)}
    .zero{stroke:var(--ink)}
    .guess,.marker{stroke:var(--muted);stroke-dasharray:5 4}
    .whisker{stroke:var(--accent);stroke-width:1.4;stroke-opacity:.75}
    .spread{stroke:var(--accent);stroke-width:3}
    .dot{fill:var(--accent)}
    .faint{fill-opacity:.75}
    .hollow{fill:var(--background);stroke:var(--accent);stroke-width:1.4}
    .curve{fill:none;stroke:var(--other);stroke-width:2.5;stroke-linejoin:round}
    .bar{fill:var(--accent)}
    .other{fill:var(--other)}
    .white-key{fill:#f4f4ee;stroke:#55555f;stroke-width:.8}
    .black-key{fill:#26262c}

    """

  private static let page = """
    *{box-sizing:border-box}
    body{margin:0;background:var(--background);color:var(--ink);\
    font:1rem/1.5 system-ui,sans-serif;-webkit-text-size-adjust:100%}
    main,header,footer{margin:0;padding:0 1.5rem}
    header{padding-top:1.5rem}
    h1{font-size:1.7rem;line-height:1.2;margin:0 0 .5rem}
    .truth{font-size:1.25rem;font-weight:600}
    h2{font-size:1.3rem;margin:2.2rem 0 .3rem;padding-top:.8rem;border-top:1px solid var(--line)}
    figure h2,h3{font-size:1.05rem;margin:0}
    figure h2{border:0;padding:0}
    p{margin:.4rem 0;max-width:70ch}
    .plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,500px),1fr));\
    gap:1.6rem 2.5rem;align-items:start}
    figure{margin:.8rem 0 0;min-width:0}
    figure svg{display:block;width:100%;height:auto;max-height:80vh;margin:.4rem 0}
    summary{cursor:pointer;color:var(--accent);padding:.3rem 0}
    summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
    .scroll{overflow:auto;max-height:26rem}
    table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
    caption{text-align:left;color:var(--muted);padding:.2rem 0}
    th,td{padding:.15rem .7rem .15rem 0;text-align:right;border-bottom:1px solid var(--line)}
    th:first-child{text-align:left}
    thead th{font-weight:600;vertical-align:bottom}
    tbody th{font-weight:400;white-space:nowrap}
    footer{color:var(--muted);font-size:.9rem;padding-top:2rem;padding-bottom:1.5rem;\
    overflow-wrap:anywhere}
    @media (max-width:600px){svg text{font-size:19px}th,td{padding-right:.5rem}}
    @media print{
    body{font-size:10pt}
    .plots{grid-template-columns:1fr 1fr;gap:.4rem 1.5rem}
    figure:only-child{grid-column:1/-1}
    section p,header p{break-after:avoid;max-width:none}
    figure{break-inside:avoid;max-width:none}
    h2,h3,.truth{break-after:avoid}
    details:not([open]){display:none}
    .scroll{max-height:none;overflow:visible}
    }

    """

  static let ofPage = scheme + plot + page

  /// The style sheet of a separate picture.
  static let ofPicture = scheme + plot + "svg{background:var(--background)}\n"
}

/// The colours of a report, on paper and on a dark screen.
///
/// All except ``line`` carry text or meaning, with a contrast of at least 4.5 : 1 to the
/// background.
struct ReportPalette {
  let background: String
  let ink: String
  let muted: String
  let accent: String
  let other: String
  let line: String

  static let light = ReportPalette(
    background: "#ffffff", ink: "#1b1b20", muted: "#55555f", accent: "#0b5c9e", other: "#9a4300",
    line: "#d9d9e0")
  static let dark = ReportPalette(
    background: "#17171b", ink: "#ececf1", muted: "#b3b3be", accent: "#7cb7f2", other: "#f0ae74",
    line: "#3a3a44")

  /// The custom properties of a style sheet.
  var properties: String {
    """
    --background:\(background);--ink:\(ink);--muted:\(muted);--accent:\(accent);--other:\(other);\
    --line:\(line)
    """
  }
}
