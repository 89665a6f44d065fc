/// A cell of a report.
enum ReportValue: Hashable {
  case text(String)
  /// A figure, with the decimals that the table shows; JSON has all of them.
  case number(Double, decimals: Int = 0)
  case nothing

  /// What the table shows.
  var text: String {
    switch self {
    case .text(let text): text
    case .number(let number, let decimals): DecimalText.text(number, decimals: decimals)
    case .nothing: "-"
    }
  }
}

extension ReportValue: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number, _): try container.encode(number)
    case .nothing: try container.encodeNil()
    }
  }
}
