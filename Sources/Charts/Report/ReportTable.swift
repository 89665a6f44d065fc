/// The figures of a plot as a table; the first cell of a row says what the row is about.
struct ReportTable: Hashable {
  let caption: String
  let headings: [String]
  let rows: [[String]]
}
