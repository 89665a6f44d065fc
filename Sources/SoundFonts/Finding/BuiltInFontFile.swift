import Foundation
import Installation

/// Where the font is that comes with Peach.
enum BuiltInFontFile {
  static let name = "Peach.sf2"

  /// Where it may be, in the order in which it is looked for.
  static var places: [String] { ShippedFiles.soundFonts.map { $0.appending(path: name).path } }
}
