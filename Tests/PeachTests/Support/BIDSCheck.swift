import Foundation

/// Checks a folder by what bids-specification 1.10 says of behavioral experiments without neural recordings and of the
/// files that every data set has.
enum BIDSCheck {
  /// What is wrong, a line for each fault.
  static func faults(of folder: URL) throws -> [String] {
    var faults: [String] = []
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    func data(_ name: String) -> Data? {
      FileManager.default.contents(atPath: folder.appending(path: name).path)
    }
    func object(_ name: String) -> [String: Any] {
      let object = data(name).flatMap { try? JSONSerialization.jsonObject(with: $0) }
      guard let object = object as? [String: Any] else {
        faults.append("\(name) is no JSON object")
        return [:]
      }
      return object
    }
    let description = object("dataset_description.json")
    if (description["Name"] as? String)?.isEmpty != false { faults.append("Name is missing") }
    if (description["BIDSVersion"] as? String)?.wholeMatch(of: #/1\.\d+\.\d+/#) == nil {
      faults.append("BIDSVersion is no version")
    }
    if !["raw", nil].contains(description["DatasetType"] as? String) {
      faults.append("DatasetType is not raw")
    }
    if !names.contains(where: { $0.wholeMatch(of: #/README(\.md|\.txt|\.rst)?/#) != nil }) {
      faults.append("README is missing")
    }
    let subjects = Set(names.filter { $0.hasPrefix("sub-") && !$0.contains("/") })
    let participants = table("participants.tsv", data("participants.tsv"), &faults)
    if participants.first?.first != "participant_id" { faults.append("no participant_id") }
    if Set(participants.dropFirst().compactMap(\.first)) != subjects {
      faults.append("participants.tsv and the folders differ")
    }
    let top = [
      "dataset_description.json", "participants.tsv", "participants.json", "README.md",
    ]
    let form =
      #/sub-([A-Za-z0-9]+)/(?:ses-([A-Za-z0-9]+)/)?beh/sub-([A-Za-z0-9]+)(?:_ses-([A-Za-z0-9]+))?_task-([A-Za-z0-9]+)_beh\.(tsv|json)/#
    for name in names where !top.contains(name) {
      var isFolder: ObjCBool = false
      let path = folder.appending(path: name).path
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
        continue
      }
      guard let match = name.wholeMatch(of: form), match.1 == match.3, match.2 == match.4 else {
        faults.append("\(name) has no name of the standard")
        continue
      }
      guard name.hasSuffix(".tsv") else { continue }
      let sidecarName = name.dropLast(3) + "json"
      let rows = table(name, data(name), &faults)
      let sidecar = object(String(sidecarName))
      let task = (sidecar["TaskName"] as? String)?.filter { $0.isLetter || $0.isNumber }
      if task != String(match.5) { faults.append("\(name): TaskName does not match") }
      check(rows, by: sidecar, name, &faults)
    }
    return faults
  }

  private static func table(_ name: String, _ data: Data?, _ faults: inout [String]) -> [[String]] {
    guard let data, let text = String(data: data, encoding: .utf8), text.hasSuffix("\n") else {
      faults.append("\(name) is no text")
      return []
    }
    if data.starts(with: [0xEF, 0xBB, 0xBF]) || text.contains("\r") {
      faults.append("\(name) has a mark or a carriage return")
    }
    let rows = text.dropLast().components(separatedBy: "\n").map {
      $0.components(separatedBy: "\t")
    }
    if Set(rows[0]).count != rows[0].count { faults.append("\(name) has a column twice") }
    for (place, row) in rows.enumerated() {
      if row.count != rows[0].count { faults.append("\(name), row \(place): \(row.count) fields") }
      if row.contains(where: { $0.trimmingCharacters(in: .whitespaces).isEmpty }) {
        faults.append("\(name), row \(place): an empty field")
      }
    }
    return rows
  }

  private static func check(
    _ rows: [[String]], by sidecar: [String: Any], _ name: String, _ faults: inout [String]
  ) {
    for (place, column) in (rows.first ?? []).enumerated() {
      if column.wholeMatch(of: #/[a-z][a-z0-9_]*/#) == nil { faults.append("\(column) is no name") }
      guard let described = sidecar[column] as? [String: Any], described["Description"] is String
      else {
        faults.append("\(name): \(column) is not described")
        continue
      }
      let values = Set(rows.dropFirst().map { $0[place] }).subtracting(["n/a"])
      if let levels = described["Levels"] as? [String: String], !values.isSubset(of: levels.keys) {
        faults.append("\(name): \(column) has other levels: \(values)")
      }
      if described["Units"] != nil, values.contains(where: { Double($0) == nil }) {
        faults.append("\(name): \(column) has something that is no number")
      }
    }
  }
}
