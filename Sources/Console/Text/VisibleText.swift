/// Text from elsewhere (names of ports, files and sounds, answers of a manager) that a terminal
/// shows and must not obey.
///
/// The escape sequences of JSON, such as `\u001B`, replace control characters (C0, DEL and C1),
/// separators of lines and paragraphs, and the marks that change the direction of writing (Unicode
/// 16, 23.2 and UAX #9), which can make a name look like another.
extension StringProtocol {
  /// The text for one line: line breaks and tabs are made visible, too.
  public nonisolated var visible: String { visible(except: { _ in false }) }

  /// The text for several lines: line breaks and tabs stay.
  public nonisolated var visibleLines: String { visible(except: { $0 == "\n" || $0 == "\t" }) }

  private nonisolated func visible(except isAllowed: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: { $0.isActedOn && !isAllowed($0) }) else {
      return String(self)
    }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isActedOn, !isAllowed(scalar) {
        text.append(contentsOf: scalar.escape.unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// True if a terminal does something other than show a sign.
  fileprivate nonisolated var isActedOn: Bool {
    switch value {
    case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F: true
    default: false
    }
  }

  /// `\u` and four digits: all of these are below U+10000.
  fileprivate nonisolated var escape: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: Swift.max(4 - digits.count, 0)) + digits
  }
}

extension String {
  /// The text for a line that is read out, with commas in place of dots between parts.
  public nonisolated var spoken: String { replacing(" · ", with: ", ") }
}
