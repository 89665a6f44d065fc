import Foundation
import Music
import Testing

@Suite("Scala files")
struct ScalaReadingTests {
  private func read(_ text: String) throws -> ScalaScale { try ScalaScale(scalaFile: text.utf8) }

  /// A file with these pitch lines.
  private func pitches(_ lines: String...) throws -> [Double] {
    let text = (["test", "\(lines.count)"] + lines).joined(separator: "\n")
    return try read(text).pitches.map(\.rawValue)
  }

  private func error(_ text: String) -> ScalaError? {
    #expect(throws: ScalaError.self) { try read(text) }
    do throws(ScalaError) {
      _ = try ScalaScale(scalaFile: text.utf8)
      return nil
    } catch {
      return error
    }
  }

  @Test("the example of the format's description")
  func example() throws {
    let scale = try read(
      """
      ! meanquar.scl
      !
      1/4-comma meantone scale. Pietro Aaron's temperament (1523)
       12
      !
       76.04900
       193.15686
       310.26471
       5/4
       503.42157
       579.47057
       696.57843
       25/16
       889.73529
       1006.84314
       1082.89214
       2/1

      """)
    #expect(scale.description == "1/4-comma meantone scale. Pietro Aaron's temperament (1523)")
    #expect(scale.pitches.count == 12)
    #expect(scale.pitches[0] == 76.049)
    #expect(scale.pitches[3] == Cents(ratio: 1.25))
    #expect(scale.formalOctave == 1200)
  }

  @Test("a number with a point is cents, without one a ratio; what follows is ignored")
  func values() throws {
    let cents = try pitches(
      "408.", " 100.0 cents", "\t.5", "-5.0", "100.0 C#", "+7.25", "5/4   E\\", "5", "81/64",
      "10/20", "3 / 2 a fifth", "2!", "0002/0001", "1/1", "-0.")
    #expect(cents[0...5] == [408, 100, 0.5, -5, 100, 7.25])
    let ratios = [1.25, 5, 81.0 / 64, 0.5, 1.5, 2, 2, 1, 1]
    for (value, ratio) in zip(cents[6...], ratios) {
      #expect(value == Cents(ratio: ratio).rawValue)
    }
  }

  @Test("numbers of any length: a ratio is as large as its quotient")
  func longNumbers() throws {
    let zeros = String(repeating: "0", count: 5000)
    let cents = try pitches(
      "2147483647/2147483646", "3\(zeros)/2\(zeros)", "340282366920938463463374607431768211456",
      "36893488147419103232/18446744073709551615", "\(zeros)5/\(zeros)4",
      "0\(zeros).\(zeros)1", "701.95500086538741774\(zeros)")
    let expected: [Double] = [
      1200 * log2(2_147_483_647.0 / 2_147_483_646.0), Cents(ratio: 1.5).rawValue, 128 * 1200, 1200,
      Cents(ratio: 1.25).rawValue, 0, 701.955_000_865_387_4,
    ]
    for (value, size) in zip(cents, expected) { #expect(abs(value - size) < 1e-9, "\(size)") }
  }

  @Test(
    "comments, blank lines, line ends, blanks and a byte order mark do not matter",
    arguments: [
      "! a\n! b\nname\n!\n 2\n!\n 700.0\n! x\n 2/1\n!", "name\r\n2\r\n700.0\r\n2/1\r\n",
      "name\r2\r700.0\r2/1", "\u{FEFF}name\n2\n700.0\n2/1", "name\n2 notes\n\n700.0\n \t\n2/1\n\n",
      "name  \n\n\t2\t\n700.\n2\nthis is no pitch\n", "\u{FEFF}! c\r\n\tname\r\n2!\r\n700.0\n2/1",
    ])
  func spellings(text: String) throws {
    let scale = try read(text)
    #expect(scale == ScalaScale(description: "name", pitches: [700, 1200]))
  }

  @Test("a description may be empty, a scale may have no notes")
  func empty() throws {
    #expect(try read("! x\n\n0") == ScalaScale(pitches: []))
    #expect(try read("\n\n\n1\n2/1").pitches == [1200])
    #expect(try read("\n0\n").formalOctave == nil)
  }

  @Test("text that is no UTF-8 is ISO 8859-1; control characters are no text")
  func text() throws {
    let latin = Array("! Temp\u{E9}rament\n".unicodeScalars.map { UInt8($0.value) })
    let scale = try ScalaScale(scalaFile: latin + [0x47, 0xFC, 0x0A, 0x31, 0x0A, 0x32])
    #expect(scale.description == "Gü")
    #expect(try read("Gü \u{1B}[2J\u{202E}\n0").description == "Gü _[2J_")
  }

  @Test(
    "what is no Scala file is told with its line",
    arguments: [
      ("", ScalaError.noDescription), ("! a\n! b\n", .noDescription), ("a", .noCount(line: 2)),
      ("! x\na\n! y\n", .noCount(line: 4)), ("a\nb\n2/1", .badCount(line: 2, text: "b")),
      ("a\n-1\n", .badCount(line: 2, text: "-1")), ("a\n1.0\n", .badCount(line: 2, text: "1.0")),
      ("a\n3/2\n", .badCount(line: 2, text: "3/2")),
      (
        "a\n99999999999999999999\n2/1", .badCount(line: 2, text: "99999999999999999999")
      ),
      ("a\n2\n2/1", .tooFewPitches(line: 4, expected: 2, found: 1)),
      ("! x\na\n9223372036854775807\n", .tooFewPitches(line: 4, expected: .max, found: 0)),
      ("a\n1\nfifth", .badPitch(line: 3, column: 1, text: "fifth")),
      ("a\n1\n.", .badPitch(line: 3, column: 2, text: ".")),
      ("a\n1\n3/", .badPitch(line: 3, column: 3, text: "3/")),
      ("a\n1\n/2", .badPitch(line: 3, column: 1, text: "/2")),
      ("a\n1\n3/2/1", .badPitch(line: 3, column: 4, text: "3/2/1")),
      ("a\n1\n3.5/2", .badPitch(line: 3, column: 4, text: "3.5/2")),
      ("a\n1\n3/2.5", .badPitch(line: 3, column: 4, text: "3/2.5")),
      ("a\n1\n1.2.3", .badPitch(line: 3, column: 4, text: "1.2.3")),
      ("a\n1\n- 5.0", .badPitch(line: 3, column: 2, text: "- 5.0")),
      ("a\n1\n$2", .badPitch(line: 3, column: 1, text: "$2")),
      ("a\n1\n701,955", .badPitch(line: 3, column: 4, text: "701,955")),
      ("a\n1\n 7.0e2", .badPitch(line: 3, column: 5, text: "7.0e2")),
      ("a\n1\n7\\12", .badPitch(line: 3, column: 2, text: "7\\12")),
      ("a\n1\n3//2", .badPitch(line: 3, column: 3, text: "3//2")),
      ("a\n1\n100.0cents", .badPitch(line: 3, column: 6, text: "100.0cents")),
      ("a\n1\n5/4E", .badPitch(line: 3, column: 4, text: "5/4E")),
      ("a\n1\n2/1\n\n! more\n 3/1", .tooManyPitches(line: 6, expected: 1)),
      ("a\n0\n700.0", .tooManyPitches(line: 3, expected: 0)),
      ("a\n1\nnan", .badPitch(line: 3, column: 1, text: "nan")),
      ("a\r\n1\r\n-3/2", .ratioNotPositive(line: 3, column: 1, text: "-3/2")),
      ("a\n!\n1\n!\n3/-2", .ratioNotPositive(line: 5, column: 3, text: "3/-2")),
      ("a\n1\n0/1", .ratioNotPositive(line: 3, column: 1, text: "0/1")),
      ("a\n1\n3/0", .ratioNotPositive(line: 3, column: 3, text: "3/0")),
      ("a\n1\n0", .ratioNotPositive(line: 3, column: 1, text: "0")),
      ("a\n1\n-2", .ratioNotPositive(line: 3, column: 1, text: "-2")),
    ])
  func faults(text: String, expected: ScalaError) {
    #expect(error(text) == expected)
  }

  @Test("cents beyond what a number holds are refused, and shown by their beginning")
  func infinite() throws {
    let nines = String(repeating: "9", count: 400)
    let shown = String(nines.prefix(60)) + "…"
    #expect(error("a\n1\n\(nines).0") == .badPitch(line: 3, column: 403, text: shown))
  }

  @Test("no bytes stop the program, and what is read makes a tuning")
  func hostileBytes() {
    var random = SplitMix(state: 5)
    let alphabet = Array("0123456789./-+! \t\r\n\n\n\u{0}a\u{E9}".utf8)
    let good = Array("! c\r\nname\r\n 3\r\n 5/4\r\n-701.955 x\r\n 2/1".utf8)
    for round in 0..<20_000 {
      var bytes: [UInt8]
      if round % 2 == 0 {
        bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
          round % 4 == 0
            ? alphabet[Int.random(in: alphabet.indices, using: &random)]
            : UInt8.random(in: 0...255, using: &random)
        }
      } else {
        bytes = good
        for _ in 0...Int.random(in: 0...3, using: &random) {
          let place = Int.random(in: bytes.indices, using: &random)
          bytes[place] = alphabet[Int.random(in: alphabet.indices, using: &random)]
        }
      }
      guard let scale = try? ScalaScale(scalaFile: bytes) else { continue }
      let tuning = TuningSystem.scala(ScalaTuning(name: "x", scale: scale))
      #expect(DirectedInterval.all.allSatisfy { tuning.cents(for: $0).rawValue.isFinite })
    }
  }
}

/// The same bytes in every run (Steele, Lea and Flood, 2014).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
