import Music

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
