import Charts

/// What a check of the history found, as it is shown.
struct HistoryFacts {
  /// Something that is wrong: a code that is never translated, and what it is and what to do about it.
  struct Finding: Hashable {
    let code: String
    let message: String

    init(code: String, message: String) {
      self.code = code
      self.message = message
    }
  }

  /// What is known of a history that could be opened.
  struct Size: Hashable {
    let records: StoredCounts
    let version: Int

    /// In bytes.
    let file: Int
    let log: Int
    let free: Int

    init(records: StoredCounts, version: Int, file: Int, log: Int, free: Int) {
      self.records = records
      self.version = version
      self.file = file
      self.log = log
      self.free = free
    }
  }

  let size: Size?
  let findings: [Finding]

  init(size: Size?, findings: [Finding]) {
    self.size = size
    self.findings = findings
  }

  var isSound: Bool { findings.isEmpty }
}
