import Testing

@testable import Files

@Suite("Rows of CSV")
struct RowSplitterTests {
  private func rows(_ text: String) throws -> [Result<[String], TextRowFault>] {
    try rows(Array(text.utf8))
  }

  private func rows(_ bytes: [UInt8]) throws -> [Result<[String], TextRowFault>] {
    var splitter = RowSplitter(bytes)
    splitter.splitsFields = true
    var rows: [Result<[String], TextRowFault>] = []
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

  @Test(
    "a table is read with the separator of its header, in UTF-8 or UTF-16",
    arguments: [",", ";", "\t"])
  func tables(separator: String) throws {
    let text = ["a\(separator)b", "1\(separator)\"é\""].joined(separator: "\n")
    let wide = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [Array(text.utf8), [0xFF, 0xFE] + wide] {
      var splitter = RowSplitter(bytes)
      #expect(try splitter.nextHeader()?.names == ["a", "b"])
      #expect(try splitter.next()?.fields == .success(["1", "é"]))
      #expect(try splitter.next() == nil)
    }
  }
}
