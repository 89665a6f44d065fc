internal import SwiftCSV

/// Takes rows of CSV apart (RFC 4180).
///
/// SwiftCSV wants its text whole and the first line to be a header; it drops an empty last field unless
/// a line break follows, and takes an unclosed quote for closed. So rows are handed to it some hundred at
/// a time, each with a line break, after they have been cut apart by ``RowSplitter``.
///
/// It also goes by Characters, and a combining mark (or whatever else joins) would make one of a comma or
/// a quote and its neighbour. So for it there is a zero byte, which no row has, around all that is not
/// ASCII.
enum TableText {
  /// The fields of each row, or what is wrong with it.
  static func fields(of rows: [String]) -> [Result<[String], RowFault>] {
    if let fields = parse(rows), fields.count == rows.count { return fields.map { .success($0) } }
    return rows.map { row in
      guard let fields = parse([row]), fields.count == 1 else {
        return .failure(.misplacedQuote)
      }
      return .success(fields[0])
    }
  }

  private static func parse(_ rows: [String]) -> [[String]]? {
    let text = rows.reduce(into: "header\n") { $0 += guarded($1) + "\n" }
    var fields: [[String]] = []
    fields.reserveCapacity(rows.count)
    let isGuarded = text.utf8.contains(0)
    do {
      // Its own list of rows is filled up to equal lengths, which would hide a row that is cut off.
      let table = try EnumeratedCSV(
        string: text, delimiter: .comma, loadColumns: false, rowLimit: 0)
      try table.enumerateAsArray(startAt: 1, rowLimit: nil) { row in
        fields.append(isGuarded ? row.map { $0.replacing("\0", with: "") } : row)
      }
    } catch {
      return nil
    }
    return fields
  }

  private static func guarded(_ row: String) -> String {
    guard !row.utf8.allSatisfy({ $0 < 0x80 }) else { return row }
    var guarded = String.UnicodeScalarView()
    var isASCII = true
    for scalar in row.unicodeScalars {
      if scalar.isASCII != isASCII { guarded.append("\0") }
      isASCII = scalar.isASCII
      guarded.append(scalar)
    }
    return String(guarded)
  }
}
