import Foundation
import TestSupport

/// Plays scenes in English, and writes down what comes of them.
@MainActor
struct ScenePlayer {
  let server: String

  /// - Parameter expected: what is expected to come of it, if that is known: on a terminal one waits for it.
  func play(_ scene: Scene, expecting expected: [String]?) async throws -> Transcript {
    let home = try SceneHome.make(for: scene)
    let company = try await scene.company(home)
    var environment = SceneHome.environment(of: home)
    environment["JACK_DEFAULT_SERVER"] = server
    let placeholders = Placeholders(directory: home.directory.path)
    let shell = ["/bin/sh", "-c", "cd && \(scene.steadiedCommand)"]
    var transcript = Transcript(name: scene.name)
    transcript.add("$", [scene.command])
    switch scene.audience {
    case .pipe(let input):
      try await Self.pipe(shell, environment, .text(input), placeholders, into: &transcript)
    case .script(let cues):
      try await Self.pipe(shell, environment, .cues(cues), placeholders, into: &transcript)
    case .terminal(let columns, let rows, let keys):
      let terminal = try PseudoTerminal(
        words: shell, environment: environment, size: (UInt16(columns), UInt16(rows)))
      let viewer = TerminalViewer(
        terminal: terminal, columns: columns, rows: rows, placeholders: placeholders,
        handTime: scene.command.contains("peach match") ? 0.35 : 0,
        strike: { await (company as? SceneServer)?.end() })
      await viewer.watch(keys, expecting: expected, into: &transcript)
    }
    await (company as? SceneServer)?.end()
    withExtendedLifetime((home, company)) {}
    transcript.lines = scene.excerpt(transcript.lines)
    return transcript
  }

  private enum Input {
    case text(String)
    case cues([Scene.Cue])
  }

  private static func pipe(
    _ words: [String], _ environment: [String: String], _ input: Input,
    _ placeholders: Placeholders, into transcript: inout Transcript
  ) async throws {
    // A program that waits for ever for a line that nobody sends ends with 124.
    let process = try ChildProcess(
      "/usr/bin/timeout", ["30"] + words, environment: environment)
    let prompter: Prompter
    switch input {
    case .text(let text):
      // A program that reads nothing may have ended.
      try? process.input.write(contentsOf: Data(text.utf8))
      prompter = Prompter([], process.input)
    case .cues(let cues): prompter = Prompter(cues, process.input)
    }
    async let output = prompter.lines(of: process.output)
    async let errors = prompter.lines(of: process.errors)
    let texts = await (output, errors)
    transcript.lines.append("exit \(await process.end())")
    if case .cues(let cues) = input { transcript.add(">", cues.map(\.line)) }
    for (mark, lines) in [("|", texts.0), ("!", texts.1)] as [(Character, [String])] {
      // What is replaced by nothing leaves no line.
      transcript.add(
        mark,
        lines.compactMap { line in
          let shown = placeholders.apply(to: line)
          return shown.isEmpty && !line.isEmpty ? nil : shown
        })
    }
  }
}

/// Sends lines when it is time for them, and ends the input after the last one.
@MainActor
private final class Prompter {
  private var cues: ArraySlice<Scene.Cue>
  private let input: FileHandle

  init(_ cues: [Scene.Cue], _ input: FileHandle) {
    (self.cues, self.input) = (cues[...], input)
    if cues.isEmpty { try? input.close() }
  }

  func lines(of handle: FileHandle) async -> [String] {
    var lines: [String] = []
    for await line in ChildProcess.lines(of: handle) {
      lines.append(line)
      while let cue = cues.first, line.contains(cue.after) {
        cues.removeFirst()
        try? input.write(contentsOf: Data((cue.line + "\n").utf8))
        if cues.isEmpty { try? input.close() }
        // The next one waits for its own line.
        break
      }
    }
    return lines
  }
}
