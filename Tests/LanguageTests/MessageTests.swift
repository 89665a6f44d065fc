import Foundation
import Testing

@testable import Language

@Suite("Messages")
struct MessageTests {
  @Test(
    "values come in their order or by number; what is no place stays",
    arguments: [
      ("%@ and %d", "a and 2"), ("%2$d before %1$@", "2 before a"), ("%1$@, %1$@", "a, a"),
      ("100 %% of %@", "100 % of a"), ("%@ %d %@", "a 2 %@"), ("%3$@", "%3$@"), ("%", "%"),
      ("%x %@", "%x a"), ("%0$@", "%0$@"), ("nothing", "nothing"), ("%12", "%12"),
    ])
  func filling(format: String, text: String) {
    #expect(MessageFormat.fill(format, ["a", 2]) == text)
  }

  @Test("a value that looks like a place is no place")
  func literalValue() {
    #expect(MessageFormat.fill("%@ %@", ["%@", "b"]) == "%@ b")
    #expect(localized("there is no file %@", "/100%d") == "there is no file /100%d")
  }

  @Test("without a catalogue: English, one or several")
  func english() {
    #expect(localized("%@ right", "x") == "x right")
    #expect(localized(context: "note", "B") == "B")
    #expect(localized(one: "%d row in %@", other: "%d rows in %@", 1, "f") == "1 row in f")
    #expect(localized(one: "%d row in %@", other: "%d rows in %@", 0, "f") == "0 rows in f")
    #expect(NumberText.fixed(-0.456, places: 2) == "-0.46")
    #expect(NumberText.fixed(3, places: 1, isSigned: true) == "+3.0")
    #expect(NumberText.short(0.25) == "0.25")
  }

  @Test("numbers have the decimal sign of the language, and are read with either")
  func numbers() {
    let german = MessageTable(["decimal sign\u{4}.": [","]])
    MessageCatalogue.$messages.withValue(german) {
      #expect(NumberText.exact(3) == "3,0")
      #expect(NumberText.number("0.7") == 0.7)
      #expect(NumberText.number("0,7") == 0.7)
    }
    #expect(NumberText.exact(0.3) == "0.3")
    #expect(NumberText.number("442,5") == 442.5)
    #expect(NumberText.number("-12") == -12)
    #expect(NumberText.number("\u{2212}12,5") == -12.5)
    for text in ["", "1.000,5", "1,0,0", "nan", "0x10", "1 000", "-", ","] {
      #expect(NumberText.number(text) == nil, "\(text)")
    }
  }

  @Test("ASCII says the nearest")
  func ascii() {
    #expect(ASCIIText.text("„Größe“ … 20–30 ±5 日") == "\"Groesse\" ... 20-30 +/-5 ?")
  }

  @Test("the Linux console, whose fonts have no accidentals, gets # and b, and keeps the rest")
  func accidentals() {
    let console = MessageCatalogue.Manner(hasAccidentals: false)
    #expect(console.text("C♯4 · E♭4, höher") == "C#4 · Eb4, höher")
    #expect(MessageCatalogue.Manner().text("C♯4") == "C♯4")
  }

  @Test("read out, an accidental is itself on every terminal, and a word if the locale has no sign")
  func spokenAccidentals() {
    let console = MessageCatalogue.Manner(hasAccidentals: false, isReadOut: true)
    #expect(console.text("C♯4") == "C♯4")
    let ascii = MessageCatalogue.Manner(isUnicode: false, isReadOut: true)
    #expect(ascii.text("E♭") + "5" == "E flat 5")
    #expect(ascii.text("F♯") + "3" == "F sharp 3")
  }

  @Test("a range has a dash, and a word where it is read out")
  func ranges() {
    #expect(NumberText.range("9", "18") == "9–18")
    #expect(NumberText.span("0.3", "3.0") == "0.3…3.0")
    MessageCatalogue.$readsOut.withValue(true) {
      #expect(MessageCatalogue.isReadOut)
      #expect(NumberText.range("9", "18") == "9 to 18")
      #expect(NumberText.span("0.3", "3.0") == "0.3 to 3.0")
      let german = MessageTable(["%@ to %@": ["%@ bis %@"]])
      MessageCatalogue.$messages.withValue(german) {
        #expect(NumberText.range("9", "18") == "9 bis 18")
      }
    }
  }

  @Test("the languages of the locale variables, best first")
  func languages() {
    func languages(_ environment: [String: String]) -> [String] {
      LocaleVariables(environment).languages
    }
    #expect(languages(["LANG": "de_AT.UTF-8@euro"]) == ["de_AT", "de"])
    #expect(languages(["LANG": "de_AT", "LANGUAGE": "fr_CA:de"]) == ["fr_CA", "fr", "de"])
    #expect(languages(["LANG": "C", "LANGUAGE": "de"]) == [])
    #expect(languages([:]) == [])
    #expect(LocaleVariables(["LANG": "C", "LC_CTYPE": "de_DE.utf8"]).isUnicode)
    #expect(!LocaleVariables(["LANG": "de_DE.UTF-8", "LC_ALL": "C"]).isUnicode)
  }

  @Test(
    "a library's line is recognized with what it holds",
    arguments: [
      ("Unknown option '%@'. Did you mean '%@'?", ["--a", "--b"] as [String]?),
      ("Unknown option '%@'", nil), ("%@?", ["Unknown option '--a'. Did you mean '--b'"]),
      ("Unknown option '--a'. Did you mean '--b'?", []), ("option", nil),
    ])
  func recognition(text: String, values: [String]?) {
    let line = "Unknown option '--a'. Did you mean '--b'?"
    #expect(translatable(text).values(in: line) == values)
  }
}
