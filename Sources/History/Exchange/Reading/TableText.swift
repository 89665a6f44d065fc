internal import SwiftCSV

/// Takes rows of CSV apart (RFC 4180).
///
/// SwiftCSV wants its text whole and the first line to be a header; it drops an empty last field unless
/// a line break follows, and takes an unclosed quote for closed. So rows are handed to it some hundred at
/// a time, each with a line break, after they have been cut apart by ``RowSplitter``.
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
    let text = rows.reduce(into: "header\n") { $0 += $1 + "\n" }
    var fields: [[String]] = []
    fields.reserveCapacity(rows.count)
    do {
      // Its own list of rows is filled up to equal lengths, which would hide a row that is cut off.
      let table = try EnumeratedCSV(
        string: text, delimiter: .comma, loadColumns: false, rowLimit: 0)
      try table.enumerateAsArray(startAt: 1, rowLimit: nil) { fields.append($0) }
    } catch {
      return nil
    }
    return fields
  }
}
