/// A figure that is to be reached, and what was measured.
struct ReportGoal: Encodable, Hashable {
  let name: String
  let limit: Double
  /// `nil` where nothing could be measured: then the goal is missed.
  let measured: Double?
  let unit: String
  var bound = Bound.atMost

  /// Which side of the limit is good.
  enum Bound: String, Encodable {
    case atMost, atLeast
  }

  var isMet: Bool {
    guard let measured else { return false }
    return switch bound {
    case .atMost: measured <= limit
    case .atLeast: measured >= limit
    }
  }

  var text: String {
    func amount(_ value: Double) -> String { DecimalText.text(value, decimals: 3) + unit }
    let side = bound == .atMost ? "less" : "more"
    let found = measured.map(amount) ?? "not measured"
    return "\(isMet ? "met   " : "missed") \(name): \(found), goal \(amount(limit)) or \(side)"
  }

  private enum CodingKeys: CodingKey { case name, limit, bound, measured, unit, isMet }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(limit, forKey: .limit)
    try container.encode(bound, forKey: .bound)
    try container.encode(measured, forKey: .measured)
    try container.encode(unit, forKey: .unit)
    try container.encode(isMet, forKey: .isMet)
  }
}
