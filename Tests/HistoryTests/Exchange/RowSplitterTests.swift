import Foundation
import Testing

@testable import History

@Suite("Rows of CSV")
struct RowSplitterTests {
  private func rows(_ text: String) throws -> [Result<[String], RowFault>] {
    let directory = try TemporaryDirectory()
    let file = directory.url.appendingPathComponent("rows.csv")
    try Data(text.utf8).write(to: file)
    var splitter = RowSplitter(try TextSource(file.path))
    splitter.splitsFields = true
    var rows: [Result<[String], RowFault>] = []
    while let row = try splitter.next() { rows.append(row.fields) }
    return rows
  }

  @Test(
    "a row is split as in RFC 4180, and blanks around quotes are dropped",
    arguments: [
      ("a,b", ["a", "b"]), ("a,", ["a", ""]), (",", ["", ""]), ("\"\"", [""]),
      ("\"a,b\",c", ["a,b", "c"]), ("\"a\"\"b\"", ["a\"b"]), ("\"\"\"\"", ["\""]),
      (" \"a\"\t, b ", ["a", "b "]), ("a b,\" c \"", ["a b", " c "]),
      ("\"a\nb\",c", ["a\nb", "c"]), ("\"a\r\nb\"", ["a\r\nb"]),
      // Combining marks would join with a comma or a quote to one Character.
      ("a,\u{301}b", ["a", "\u{301}b"]), ("\"\u{301}\",é🎵", ["\u{301}", "é🎵"]),
    ])
  func fields(row: String, fields: [String]) throws {
    for ending in ["", "\n", "\r\n", "\r"] {
      let found = try rows(row + ending).map { try $0.get() }
      #expect(found == [fields])
      // Strings are equal whatever their normal form; the bytes must be, too.
      #expect(found.joined().map { Array($0.utf8) } == fields.map { Array($0.utf8) })
    }
  }

  @Test(
    "a quote where none belongs is a fault",
    arguments: ["a\"b", "\"a\"b", "\"a\" \"b\"", " a\"", "a,b\""])
  func misplaced(row: String) throws { #expect(try rows(row) == [.failure(.misplacedQuote)]) }

  @Test("empty lines are skipped; empty fields are not")
  func emptyLines() throws {
    #expect(try rows("\n\na\n\r\n,\n\n") == [.success(["a"]), .success(["", ""])])
  }
}
