import Foundation

/// A JSON object on one line, with its members in the order in which they were added.
/// `JSONEncoder`, which writes the values, does not keep their order.
public struct JSONLine {
  private var members: [String] = []
  private let encoder = JSONEncoder()

  public init() { encoder.outputFormatting = [.withoutEscapingSlashes] }

  public init(event: String) {
    self.init()
    add("event", event)
  }

  /// Adds a member. A value that JSON cannot represent (an infinite number) becomes `null`.
  public mutating func add(_ name: String, _ value: (some Encodable)?) {
    members.append("\(text(name)):\(value.map(text) ?? "null")")
  }

  public mutating func addNull(_ name: String) { members.append("\(text(name)):null") }

  public mutating func add(_ name: String, object: JSONLine?) {
    members.append("\(text(name)):\(object?.description ?? "null")")
  }

  public mutating func add(_ name: String, objects: [JSONLine]) {
    members.append("\(text(name)):[\(objects.map(\.description).joined(separator: ","))]")
  }

  /// The object, without a line end.
  public var description: String { "{" + members.joined(separator: ",") + "}" }

  private func text(_ value: some Encodable) -> String {
    (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}

/// Points in time in the format for JSON: ISO 8601 in UTC with milliseconds.
public enum Timestamp {
  public static func text(_ date: Date) -> String {
    // Rounds, as a double just below its millisecond would be truncated to the previous one.
    date.addingTimeInterval(0.0005).formatted(
      Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}

extension Duration {
  public nonisolated var inSeconds: Double { self / .seconds(1) }
}
