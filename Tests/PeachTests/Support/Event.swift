import Foundation

/// A line of the JSON mode.
struct Event {
  let line: String
  let members: [String: Any]

  init(_ line: String) throws {
    self.line = line
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
    guard let members = object as? [String: Any] else { throw NoObject(line: line) }
    self.members = members
  }

  struct NoObject: Error { let line: String }

  var event: String { self["event"] ?? "" }
  var state: String? { event == "state" ? self["state"] : nil }

  /// Whether it tells no more than that the machine is busy, which it is where all tests run.
  var isOfBusyMachine: Bool {
    event == "notice" && ["xrun", "soundLoading"].contains(self["code"] ?? "")
  }

  subscript<Value>(name: String) -> Value? { members[name] as? Value }
}
