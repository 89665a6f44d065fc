/// What a check of the history found, as it is shown.
public struct HistoryFacts {
  /// Something that is wrong: a code that is never translated, and what it is and what to do about it.
  public struct Finding: Hashable {
    public let code: String
    public let message: String

    public init(code: String, message: String) {
      self.code = code
      self.message = message
    }
  }

  /// What is known of a history that could be opened.
  public struct Size: Hashable {
    public let records: StoredCounts
    public let version: Int

    /// In bytes.
    public let file: Int
    public let log: Int
    public let free: Int

    public init(records: StoredCounts, version: Int, file: Int, log: Int, free: Int) {
      self.records = records
      self.version = version
      self.file = file
      self.log = log
      self.free = free
    }
  }

  public let size: Size?
  public let findings: [Finding]

  public init(size: Size?, findings: [Finding]) {
    self.size = size
    self.findings = findings
  }

  public var isSound: Bool { findings.isEmpty }
}
