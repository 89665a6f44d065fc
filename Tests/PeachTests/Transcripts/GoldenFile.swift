import Foundation
import TestSupport

/// The transcripts of one script, as somebody has read and approved them.
struct GoldenFile {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  /// Whether the files are written anew instead of being compared with.
  static let isRecording = GoldenPictures.isRecording

  let script: String
  private(set) var transcripts: [Transcript] = []

  static func name(of script: String) -> String { "\(script).txt" }

  private var url: URL { Self.folder.appending(path: Self.name(of: script)) }

  /// Reads the file; without one there are no transcripts.
  init(of script: String) throws {
    self.script = script
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix(Self.heading) {
        transcripts.append(Transcript(name: String(line.dropFirst(Self.heading.count))))
      } else if !transcripts.isEmpty {
        transcripts[transcripts.count - 1].lines.append(String(line))
      }
    }
  }

  func transcript(named name: String) -> Transcript? {
    transcripts.first { $0.name == name }
  }

  /// Writes these transcripts in place of those that are there.
  func record(_ transcripts: [Transcript]) throws {
    let text = transcripts.map { transcript in
      ([Self.heading + transcript.name] + transcript.lines).joined(separator: "\n") + "\n"
    }
    try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
    try Data(text.joined(separator: "\n").utf8).write(to: url)
  }

  private static let heading = "== "
}
