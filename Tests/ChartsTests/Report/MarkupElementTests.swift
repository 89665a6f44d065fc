import Foundation
import Testing

@testable import Charts
@testable import Console

@Suite("Elements of a page")
struct MarkupElementTests {
  @Test("elements, attributes and texts are written as XML")
  func writing() {
    let element = MarkupElement(
      "p", ["class": "a", "id": "b"],
      [MarkupElement("br"), MarkupElement("b", [:], text: "x"), MarkupElement("td")])
    #expect(element.description == #"<p class="a" id="b"><br/><b>x</b><td></td></p>"#)
  }

  @Test("no text becomes markup")
  func escaping() {
    let hostile = #"</p><script>alert("1" & '2')</script>"#
    let element = MarkupElement("p", ["title": hostile], text: hostile)
    let escaped = "&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot; &amp; '2')&lt;/script&gt;"
    #expect(element.description == "<p title=\"\(escaped)\">\(escaped)</p>")
  }

  @Test("what XML cannot say is replaced, and the text reads as what it was")
  func characters() throws {
    let element = MarkupElement("p", [:], text: "a\u{0}\u{1B}[31m\u{FFFF}b\nc ♪ 𝄞 <&\"")
    let reader = try PageReader(element.description)
    #expect(reader.root.text == "a\u{FFFD}\u{FFFD}[31m\u{FFFD}b c ♪ 𝄞 <&\"")
  }

  @Test(
    "coordinates have a decimal at most",
    arguments: [
      (0.0, "0"), (12.34, "12.3"), (-0.26, "-0.3"), (-0.04, "0"), (99.96, "100"), (-7.5, "-7.5"),
    ])
  func coordinates(value: Double, text: String) {
    #expect(Coordinate.text(value) == text)
  }
}
