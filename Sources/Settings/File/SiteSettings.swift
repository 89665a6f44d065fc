import Files
import Music

/// The defaults of a site, from the settings files in the folders of `XDG_CONFIG_DIRS`. The user's
/// own settings override them. Values that cannot be used are left out, with the reason.
struct SiteSettings: Sendable {
  /// A valid value. Its paths are absolute.
  struct Entry: Hashable, Sendable {
    let value: SettingValue
    let path: String
    let line: Int

    var place: SettingOrigin { .file(path: path, line: line) }
  }

  /// The state of a file when it was read.
  private struct Look: Sendable {
    let path: String
    let image: FileImage?
    let stamp: FileStamp?

    var isUnchanged: Bool { image?.isUnchanged ?? (FileStamp(path: path) == stamp) }
  }

  /// The faults of files that cannot be read, then those of values that are left out.
  private(set) var problems: [SiteProblem] = []

  /// All values of each key, the most important one first.
  private var stacks: [SettingKey: [Entry]] = [:]
  private var looks: [Look] = []

  /// Reads the files.
  ///
  /// - Parameter paths: the paths, the most important one first. The files may be missing.
  init(_ paths: [String]) {
    for path in paths {
      let stamp = FileStamp(path: path)
      var image: FileImage?
      do throws(SettingsError) {
        image = try FileImage(path: path)
        if let image {
          add(SettingsContents(try SettingsDocument(image.bytes, path: path), path: path))
        }
      } catch {
        problems.append(SiteProblem(file: path, error: error))
      }
      looks.append(Look(path: path, image: image, stamp: stamp))
    }
  }

  private mutating func add(_ contents: SettingsContents) {
    let folder = contents.path.parentDirectory
    for (key, entry) in contents.entries {
      let value = entry.value.anchored(in: folder)
      stacks[key, default: []].append(Entry(value: value, path: contents.path, line: entry.line))
    }
    problems += contents.problems.map { SiteProblem(file: contents.path, error: $0) }
  }

  /// The value that is in force; `nil` if no file sets the key.
  subscript(key: SettingKey) -> Entry? { stacks[key]?.first }

  var entries: [SettingKey: Entry] { stacks.compactMapValues(\.first) }

  var isEmpty: Bool { stacks.isEmpty && problems.isEmpty }

  /// Leaves out the value of a key. That of a less important file takes its place, if there is one.
  mutating func leaveOut(_ key: SettingKey, because error: SettingsError) {
    guard let entry = self[key] else { return }
    problems.append(SiteProblem(file: entry.path, error: error))
    stacks[key]?.removeFirst()
  }

  var isUnchanged: Bool { looks.allSatisfy(\.isUnchanged) }

  /// The files that exist.
  var files: [SiteFile] {
    looks.filter { $0.stamp != nil }.map { look in
      SiteFile(
        path: look.path, problems: problems.filter { $0.file == look.path }.map(\.error))
    }
  }
}

/// A settings file of a site, and its faults.
public struct SiteFile: Hashable, Sendable {
  public let path: String
  public let problems: [SettingsError]
}

/// A fault in a settings file of a site, because of which a value or the file is left out.
public struct SiteProblem: Hashable, Sendable {
  public let file: String
  public let error: SettingsError
}

extension SettingsError {
  /// The settings of which one is to blame, those of the upper layers first.
  var involvedKeys: [SettingKey] {
    switch self {
    case .noteRangeTooNarrow(_, let key, _, _):
      key == .noteRangeMin ? [.noteRangeMin, .noteRangeMax] : [.noteRangeMax, .noteRangeMin]
    case .noSuchInterval(_, .tuningSystem, _, _, _): [.tuningSystem, .intervals, .accompaniment]
    case .noSuchInterval(_, let key, _, _, _): [key, .tuningSystem]
    case .twoRoles(_, let key, let other, _): [key, other]
    default: key.map { [$0] } ?? []
    }
  }

  /// True if the value can be wrong: a list of intervals must have the missing one.
  func canComeFrom(_ value: SettingValue?) -> Bool {
    guard let value, case .noSuchInterval(_, _, let interval, _, _) = self else { return true }
    return switch value.key {
    case .intervals: value[\.intervals].contains(interval)
    case .accompaniment: value[\.accompaniment].contains(interval)
    default: true
    }
  }
}
