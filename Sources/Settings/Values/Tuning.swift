import Foundation
import Music

/// How a setting names a tuning.
public enum TuningChoice: Hashable, Sendable {
  case builtIn(TuningSystem)
  case scale(ScaleReference)

  /// Reads a built-in tuning's name or what names a scale.
  public init?(_ text: String) {
    if let system = TuningSystem(identifier: text) {
      self = .builtIn(system)
    } else if let reference = ScaleReference(text) {
      self = .scale(reference)
    } else {
      return nil
    }
  }

  /// The form that ``init(_:)`` reads.
  public var text: String {
    switch self {
    case .builtIn(let system): system.identifier
    case .scale(let reference): reference.text
    }
  }
}

/// How a setting names a Scala file.
public enum ScaleReference: Hashable, Sendable {
  /// A path. Relative ones count from the settings file's folder, on the command line from the working
  /// directory; a leading `~/` is the home directory.
  case path(String)

  /// The file `NAME.scl` in the folder `scales` beside the usual settings file.
  case name(String)

  static let fileExtension = ".scl"
  private static let prefix = "scala:"

  /// Reads a path that ends in `.scl`, or `scala:` before a name or a path.
  public init?(_ text: String) {
    guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      return nil
    }
    let isPrefixed = text.hasPrefix(Self.prefix)
    let place = isPrefixed ? String(text.dropFirst(Self.prefix.count)) : text
    if Self.hasExtension(place) || (isPrefixed && place.contains("/")) {
      self = .path(place)
    } else if isPrefixed, !place.isEmpty {
      self = .name(place)
    } else {
      return nil
    }
  }

  /// The form that ``init(_:)`` reads.
  public var text: String {
    switch self {
    case .path(let path): Self.hasExtension(path) ? path : Self.prefix + path
    case .name(let name): Self.prefix + name
    }
  }

  /// The same, no longer dependent on the folder from which its path has counted.
  func anchored(in folder: String) -> ScaleReference {
    guard case .path(let path) = self, !path.hasPrefix("/"), !path.hasPrefix("~/") else {
      return self
    }
    return .path(URL(fileURLWithPath: "\(folder)/\(path)").standardized.path)
  }

  static func hasExtension(_ path: String) -> Bool {
    path.lowercased().hasSuffix(fileExtension)
  }
}

/// Where scale files are looked for.
struct ScaleLocation: Hashable, Sendable {
  /// Holds the scales that settings name as `scala:NAME`.
  let folder: String

  /// What a leading `~/` stands for.
  let home: String

  /// The names of the scales that there are, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(ScaleReference.fileExtension) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(ScaleReference.fileExtension.count)) }.sorted()
  }

  /// The file that is meant.
  ///
  /// - Parameter base: the folder from which relative paths count; `nil` leaves them relative.
  func path(of reference: ScaleReference, from base: String?) -> String {
    switch reference {
    case .name(let name): "\(folder)/\(name)\(ScaleReference.fileExtension)"
    case .path(let path) where path.hasPrefix("~/"): home + path.dropFirst()
    case .path(let path) where path.hasPrefix("/"): path
    case .path(let path): base.map { "\($0)/\(path)" } ?? path
    }
  }
}

/// A scale file as it was when it was read.
struct ScaleFile: Sendable {
  let path: String
  let tuning: ScalaTuning
  private let image: FileImage

  /// Reads a file; `place` is where it was named, for the error. Throws
  /// ``SettingsError/scaleFile(_:path:problem:)``.
  init(path: String, namedAt place: SettingPlace) throws(SettingsError) {
    let image = try Self.image(path: path, namedAt: place)
    do throws(ScalaError) {
      let scale = try ScalaScale(scalaFile: image.bytes)
      tuning = ScalaTuning(name: Self.name(path: path), scale: scale)
    } catch {
      throw .scaleFile(place, path: path, problem: .malformed(error))
    }
    self.path = path
    self.image = image
  }

  /// Whether the file still says what it said; at most one system call where nobody has touched it.
  var isUnchanged: Bool {
    image.isSurelySame(asFileAt: path) || (try? FileImage(path: path))?.bytes == image.bytes
  }

  private static func image(
    path: String, namedAt place: SettingPlace
  ) throws(SettingsError) -> FileImage {
    do throws(SettingsError) {
      if let image = try FileImage(path: path) { return image }
    } catch {
      guard case .unreadableFile(_, let reason) = error else { throw error }
      throw .scaleFile(place, path: path, problem: .unreadable(reason))
    }
    throw .scaleFile(place, path: path, problem: .missing)
  }

  /// The file's name without its extension.
  private static func name(path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let hasExtension = ScaleReference.hasExtension(name)
    return hasExtension ? String(name.dropLast(ScaleReference.fileExtension.count)) : name
  }
}
