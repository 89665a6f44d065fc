import Foundation
import Testing

@testable import Charts

@Suite("The colours of a report")
struct ReportPaletteTests {
  /// Of a colour such as `#0b5c9e`: WCAG 2.2, "relative luminance".
  private func luminance(_ colour: String) -> Double {
    let number = Int(colour.dropFirst(), radix: 16) ?? 0
    let parts = [16, 8, 0].map { shift -> Double in
      let value = Double(number >> shift & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  private func contrast(_ first: String, _ second: String) -> Double {
    let (low, high) = (
      min(luminance(first), luminance(second)), max(luminance(first), luminance(second))
    )
    return (high + 0.05) / (low + 0.05)
  }

  @Test("what is read stands out by 4.5 to 1, on paper and in the dark")
  func contrasts() {
    #expect(abs(contrast("#000000", "#ffffff") - 21) < 1e-9)
    for palette in [ReportPalette.light, .dark] {
      for colour in [palette.ink, palette.muted, palette.accent, palette.other] {
        #expect(contrast(colour, palette.background) >= 4.5)
      }
    }
  }

  @Test("the style sheet uses no colour that the schemes do not set, and nothing from elsewhere")
  func style() {
    let sheet = ReportStyle.ofPage
    let used = sheet.matches(of: /var\((--[a-z]+)\)/).map { String($0.1) }
    for name in Set(used) { #expect(ReportPalette.light.properties.contains("\(name):#")) }
    #expect(!sheet.contains("url(") && !sheet.contains("@import"))
  }
}
