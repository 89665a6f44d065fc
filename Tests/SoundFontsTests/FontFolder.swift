import Foundation

@testable import SoundFonts

/// A test's own folder; it is removed with the object.
final class FontFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("peach-fonts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in the folder.
  func place(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func folder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: place(name), withIntermediateDirectories: true)
    return place(name)
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = place(name)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Writes a font with one preset of that name; no other font has the same content.
  @discardableResult
  func font(_ name: String, preset: String = "Tone", program: UInt16 = 0) throws -> String {
    let mark = Array(name.utf8)
    var font = SmallFont(presets: [.init(preset, program: program)])
    font.samples = mark + SmallFont.zeros(256 - mark.count)
    return try write(font.bytes, to: name)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: place(name), withDestinationPath: target)
  }
}

/// The font that comes with Peach, as it lies in the sources.
enum BuiltInFile {
  static var bytes: [UInt8] {
    get throws {
      var folder = URL(fileURLWithPath: #filePath)
      for _ in 0..<3 { folder.deleteLastPathComponent() }
      return Array(try Data(contentsOf: folder.appending(path: "soundfonts/Peach.sf2")))
    }
  }
}
