import Console
import Foundation

/// Pictures of screens in a file, as somebody has read and approved them.
///
/// `PEACH_RECORD_TRANSCRIPTS=1` writes the files anew.
public struct GoldenPictures {
  /// Whether the files are written anew instead of being compared with.
  public nonisolated static let isRecording =
    ProcessInfo.processInfo.environment["PEACH_RECORD_TRANSCRIPTS"] == "1"

  private let file: URL
  private var pictures: [String] = []

  /// - Parameters:
  ///   - name: the file's name without its extension.
  ///   - source: the suite's source file, beside which the folder `Golden` lies.
  public init(_ name: String, besideSource source: String = #filePath) {
    file = URL(fileURLWithPath: source).deletingLastPathComponent()
      .appending(path: "Golden/\(name).txt")
  }

  /// Adds a frame as a terminal of that size shows it.
  public mutating func add(_ name: String, _ frame: StageFrame, in size: TerminalSize) {
    let lines = Self.squeezed(frame.grid(in: size).lines)
    pictures.append(
      (["== \(name), \(size.columns) × \(size.rows)"] + lines).joined(separator: "\n"))
  }

  /// The pictures that differ from the approved ones, each as it is now; none while they are recorded.
  public func differences() throws -> [String] {
    let text = pictures.joined(separator: "\n") + "\n"
    guard !Self.isRecording else {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return []
    }
    let approved = try String(contentsOf: file, encoding: .utf8)
    let known = Set(Self.parts(of: approved))
    let now = Self.parts(of: text)
    let gone = known.subtracting(now).map { "no longer drawn:\n\($0)" }.sorted()
    return now.filter { !known.contains($0) } + gone
  }

  private static func parts(of text: String) -> [String] {
    ("\n" + text.trimmingCharacters(in: .newlines)).components(separatedBy: "\n== ")
      .filter { !$0.isEmpty }
  }

  /// The rows of a picture, in which one line stands for three or more empty ones.
  public static func squeezed(_ rows: [String]) -> [String] {
    var result: [String] = []
    var index = 0
    while index < rows.count {
      let run = rows[index...].prefix { $0.isEmpty }.count
      if run > 2 {
        result.append("~ \(run) empty rows")
      } else {
        result += rows[index..<index + max(run, 1)]
      }
      index += max(run, 1)
    }
    return result
  }
}
