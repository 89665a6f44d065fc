/// A figure that is to be reached, and what was measured.
struct ReportGoal: Encodable, Hashable {
  let name: String
  let limit: Double
  let measured: Double
  let unit: String
  var bound = Bound.atMost

  /// Which side of the limit is good.
  enum Bound: String, Encodable {
    case atMost, atLeast
  }

  var isMet: Bool {
    switch bound {
    case .atMost: measured <= limit
    case .atLeast: measured >= limit
    }
  }

  var text: String {
    let amounts = [measured, limit].map { DecimalText.text($0, decimals: 3) + unit }
    let side = bound == .atMost ? "less" : "more"
    return "\(isMet ? "met   " : "missed") \(name): \(amounts[0]), goal \(amounts[1]) or \(side)"
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
