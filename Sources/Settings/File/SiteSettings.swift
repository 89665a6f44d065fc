import Files
import Music

/// The defaults of a site: what the settings files in the folders of `XDG_CONFIG_DIRS` set. The
/// user's own settings hide them.
///
/// What cannot be used in them is left out, with the reason.
struct SiteSettings: Sendable {
  /// A valid value. Its paths are absolute.
  struct Entry: Hashable, Sendable {
    let value: SettingValue
    let path: String
    let line: Int

    var place: SettingOrigin { .file(path: path, line: line) }
  }

  /// What was found at the place of a file.
  private struct Look: Sendable {
    let path: String
    let image: FileImage?
    let stamp: FileStamp?

    /// Whether nothing has changed since; one system call if nobody has touched it.
    var isUnchanged: Bool {
      guard let image else { return FileStamp(path: path) == stamp }
      return image.isSurelySame(asFileAt: path)
        || (try? FileImage(path: path))?.bytes == image.bytes
    }
  }

  /// What is left out and why; files that cannot be read come first.
  private(set) var problems: [SiteProblem] = []

  /// For each key all values, the most important one first.
  private var stacks: [SettingKey: [Entry]] = [:]
  private var looks: [Look] = []

  /// Reads the files.
  ///
  /// - Parameter paths: where they are if they are there; the most important one first.
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

  /// The values that are in force.
  var entries: [SettingKey: Entry] { stacks.compactMapValues(\.first) }

  /// The keys that are set.
  var keys: [SettingKey] { Array(entries.keys) }

  /// Whether there is nothing in any file.
  var isEmpty: Bool { stacks.isEmpty && problems.isEmpty }

  /// The value of a key does not count. That of a less important file does, if there is one.
  mutating func leaveOut(_ key: SettingKey, because error: SettingsError) {
    guard let entry = self[key] else { return }
    problems.append(SiteProblem(file: entry.path, error: error))
    stacks[key]?.removeFirst()
  }

  /// Whether no file has changed since it was read.
  var isUnchanged: Bool { looks.allSatisfy(\.isUnchanged) }

  /// The files that are there.
  var files: [SiteFile] {
    looks.filter { $0.stamp != nil }.map { look in
      SiteFile(
        path: look.path, problems: problems.filter { $0.file == look.path }.map(\.error))
    }
  }
}

/// A settings file of a site, and what in it does not count.
public struct SiteFile: Hashable, Sendable {
  public let path: String
  public let problems: [SettingsError]
}

/// Why something in a settings file of a site does not count.
public struct SiteProblem: Hashable, Sendable {
  /// The path of the site's file.
  public let file: String
  public let error: SettingsError
}

extension SettingsError {
  /// The settings that are to blame, or one of them; those in the upper layers first.
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

  /// Whether a value is what is wrong: a list of intervals is if it has the missing one.
  func canComeFrom(_ value: SettingValue?) -> Bool {
    guard let value, case .noSuchInterval(_, _, let interval, _, _) = self else { return true }
    return switch value.key {
    case .intervals: value[\.intervals].contains(interval)
    case .accompaniment: value[\.accompaniment].contains(interval)
    default: true
    }
  }

  /// The same fault as one of another setting that is involved.
  func blaming(_ key: SettingKey, at place: SettingOrigin) -> SettingsError {
    switch self {
    case .noteRangeTooNarrow(_, _, let lowest, let highest):
      .noteRangeTooNarrow(place, key: key, lowest: lowest, highest: highest)
    case .noSuchInterval(_, _, let interval, let scale, let nearest):
      .noSuchInterval(place, key: key, interval: interval, scale: scale, nearest: nearest)
    case .twoRoles(_, let first, let second, let control):
      .twoRoles(place, key: key, other: key == first ? second : first, control: control)
    default: moved(to: place)
    }
  }
}
