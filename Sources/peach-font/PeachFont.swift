import ArgumentParser
import BuiltInFont
import Foundation

/// Writes the SoundFont that comes with Peach.
@main
struct PeachFont: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peach-font",
    abstract: "Writes the SoundFont that comes with Peach.",
    discussion: """
      The same bytes come out on every machine. The font of the project is written with

        peach-font soundfonts/\(BuiltInFont.fileName)
      """)

  @Argument(help: "The file to write; one of that name is replaced.", completion: .file())
  var output: String

  func run() throws {
    do {
      try Data(BuiltInFont.bytes()).write(to: URL(fileURLWithPath: output), options: .atomic)
    } catch {
      throw WriteFailure(path: output, cause: error)
    }
  }
}

/// The font could not be written.
struct WriteFailure: Error, CustomStringConvertible {
  /// The file that was to be written.
  let path: String
  let cause: any Error

  var description: String { "\(path) could not be written: \(cause.localizedDescription)" }
}
