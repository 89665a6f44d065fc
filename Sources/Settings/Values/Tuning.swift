import Files
import Foundation
import Music

/// A tuning, as a setting names it.
public enum TuningChoice: Hashable, Sendable {
  case builtIn(TuningSystem)
  case scale(ScaleReference)

  /// Reads the name of a built-in tuning or of a scale.
  public init?(_ text: String) {
    if let system = TuningSystem(identifier: text) {
      self = .builtIn(system)
    } else if let reference = ScaleReference(text) {
      self = .scale(reference)
    } else {
      return nil
    }
  }

  public var text: String {
    switch self {
    case .builtIn(let system): system.identifier
    case .scale(let reference): reference.text
    }
  }

  /// Makes a path independent of the folder from which it counts.
  func anchored(in folder: String) -> TuningChoice {
    guard case .scale(let reference) = self else { return self }
    return .scale(reference.anchored(in: folder))
  }
}

/// A Scala file, as a setting names it.
public enum ScaleReference: Hashable, Sendable {
  /// A path. A relative one starts at the settings file's folder, on the command line at the
  /// working directory; a leading `~/` is the home directory.
  case path(String)

  /// The file `NAME.scl` or `NAME.ascl` in the folder `scales` beside the settings file, beside the
  /// usual one, or beside that of the site.
  case name(String)

  /// The extensions of Scala files, and of those with more data in their comments.
  static let fileExtensions = [".scl", ".ascl"]
  private static let prefix = "scala:"

  /// Reads a path that ends in `.scl` or `.ascl`, or `scala:` before a name or a path.
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

  public var text: String {
    switch self {
    case .path(let path): Self.hasExtension(path) ? path : Self.prefix + path
    case .name(let name): Self.prefix + name
    }
  }

  /// Makes a path independent of the folder from which it counts.
  func anchored(in folder: String) -> ScaleReference {
    guard case .path(let path) = self, !path.hasPrefix("/"), !path.hasPrefix("~/") else {
      return self
    }
    return .path(URL(fileURLWithPath: "\(folder)/\(path)").standardized.path)
  }

  private static func hasExtension(_ path: String) -> Bool { stem(of: path) != path }

  /// A name or a path without the extension of a Scala file, if it has one.
  static func stem(of path: String) -> String {
    let found = fileExtensions.first { path.lowercased().hasSuffix($0) }
    return String(path.dropLast(found?.count ?? 0))
  }
}

struct ScaleLocation: Hashable, Sendable {
  /// The folders of the scales that settings name as `scala:NAME`. The first one with that scale
  /// wins; the user's own come before the site's.
  let folders: [String]

  /// The home directory, for a leading `~/`.
  let home: String

  /// The names of all scales, sorted.
  var names: [String] {
    let files = folders.flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
    let names = files.filter { file in
      ScaleReference.fileExtensions.contains { file.hasSuffix($0) } && !file.hasPrefix(".")
    }
    return Set(names.map(ScaleReference.stem)).sorted()
  }

  /// - Parameter base: the folder from which relative paths count; `nil` leaves them relative.
  func path(of reference: ScaleReference, from base: String?) -> String {
    switch reference {
    case .name(let name): path(named: name)
    case .path(let path) where path.hasPrefix("~/"): home + path.dropFirst()
    case .path(let path) where path.hasPrefix("/"): path
    case .path(let path): base.map { "\($0)/\(path)" } ?? path
    }
  }

  /// Adds a folder that is searched first.
  func preferring(_ folder: String) -> ScaleLocation {
    ScaleLocation(folders: [folder] + folders.filter { $0 != folder }, home: home)
  }

  /// The first file of that name, or its path in the first folder if there is none.
  private func path(named name: String) -> String {
    let paths = folders.flatMap { folder in
      ScaleReference.fileExtensions.map { "\(folder)/\(name)\($0)" }
    }
    return paths.first { FileStatus($0) != nil } ?? paths.first ?? name
  }
}

/// A scale file when it was read.
struct ScaleFile: Sendable {
  let tuning: ScalaTuning
  let image: FileImage

  /// Reads a file. Throws ``SettingsError/scaleFile(_:path:problem:)``.
  ///
  /// - Parameter place: where the name of the file was read, for the error.
  init(path: String, namedAt place: SettingOrigin) throws(SettingsError) {
    image = try Self.image(path: path, namedAt: place)
    do throws(ScalaError) {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      tuning = ScalaTuning(
        name: ScaleReference.stem(of: name), scale: try ScalaScale(scalaFile: image.bytes))
    } catch {
      throw .scaleFile(place, path: path, problem: .malformed(error))
    }
  }

  private static func image(
    path: String, namedAt place: SettingOrigin
  ) throws(SettingsError) -> FileImage {
    do throws(SettingsError) {
      if let image = try FileImage(path: path) { return image }
    } catch {
      guard case .unreadableFile(_, let reason) = error else { throw error }
      throw .scaleFile(place, path: path, problem: .unreadable(reason))
    }
    throw .scaleFile(place, path: path, problem: .missing)
  }
}
