import Files
import Glibc
import Music

/// An error in settings, as data. PeachApp puts it into words.
public enum SettingsError: Error, Hashable, Sendable {
  /// The file named with `--config` does not exist.
  case missingFile(path: String)

  case unreadableFile(path: String, reason: UnreadableReason)

  /// The file is not TOML; `message` is that of the parser, in English.
  case syntax(path: String, line: Int, message: String)

  case unknownKey(SettingOrigin, name: String)

  /// The value in the file has a type that the key does not take.
  case wrongType(SettingOrigin, key: SettingKey, value: String, found: TOMLKind)

  case badValue(SettingOrigin, key: SettingKey, value: String)

  /// The ends of the note range are too near to each other. `key` is the end that was set last.
  case noteRangeTooNarrow(SettingOrigin, key: SettingKey, lowest: Int, highest: Int)

  /// The Scala file that a setting names cannot be used.
  case scaleFile(SettingOrigin, path: String, problem: ScaleProblem)

  /// The scale has no degree near one of the intervals: `nearest` is too far away. `key` is the
  /// setting of the intervals or of the tuning that was set last.
  case noSuchInterval(
    SettingOrigin, key: SettingKey, interval: DirectedInterval, scale: String, nearest: ScaleStep)

  /// The controller that a setting names has no map; `known` are the names of all maps.
  case missingController(SettingOrigin, name: String, known: [String])

  case missingPreset(name: String, known: [String])

  case missingPlan(name: String, known: [String])

  case plan(SettingOrigin, PlanProblem)

  /// A controller's map sets something other than MIDI controls.
  case notInController(SettingOrigin, key: SettingKey)

  /// A control has two roles in one training. `key` is the setting that was set last.
  case twoRoles(SettingOrigin, key: SettingKey, other: SettingKey, control: MIDIButton)

  /// The file or its directory cannot be created.
  case cannotCreate(path: String, errno: Int32)

  /// The file exists but cannot be replaced; it stays as it was.
  case cannotWrite(path: String, errno: Int32)

  /// The key's assignment cannot be changed without changing something else.
  case cannotEdit(path: String, key: SettingKey)

  public enum ScaleProblem: Hashable, Sendable {
    case missing
    case unreadable(UnreadableReason)
    case malformed(ScalaError)
  }

  public enum UnreadableReason: Hashable, Sendable {
    /// A directory, a pipe, a socket.
    case notAFile

    /// The file has too many bytes.
    case tooLarge(limit: Int)

    /// Bytes that are not UTF-8, or NUL, in that line.
    case notText(line: Int)

    case system(errno: Int32)
  }
}

extension SettingsError {
  /// The key that the error concerns, if there is one.
  public var key: SettingKey? {
    switch self {
    case .wrongType(_, let key, _, _), .badValue(_, let key, _),
      .noteRangeTooNarrow(_, let key, _, _), .noSuchInterval(_, let key, _, _, _),
      .notInController(_, let key), .twoRoles(_, let key, _, _), .cannotEdit(_, let key):
      key
    case .scaleFile: .tuningSystem
    case .missingController: .controller
    default: nil
    }
  }

  /// The fault at another place, if it has a place.
  ///
  /// - Parameter culprit: the setting to blame instead of the present one.
  func moved(to place: SettingOrigin, blaming culprit: SettingKey? = nil) -> SettingsError {
    switch self {
    case .unknownKey(_, let name): .unknownKey(place, name: name)
    case .wrongType(_, let key, let value, let found):
      .wrongType(place, key: key, value: value, found: found)
    case .badValue(_, let key, let value): .badValue(place, key: key, value: value)
    case .noteRangeTooNarrow(_, let key, let lowest, let highest):
      .noteRangeTooNarrow(place, key: culprit ?? key, lowest: lowest, highest: highest)
    case .scaleFile(_, let path, let problem): .scaleFile(place, path: path, problem: problem)
    case .noSuchInterval(_, let key, let interval, let scale, let nearest):
      .noSuchInterval(
        place, key: culprit ?? key, interval: interval, scale: scale, nearest: nearest)
    case .missingController(_, let name, let known):
      .missingController(place, name: name, known: known)
    case .notInController(_, let key): .notInController(place, key: key)
    case .twoRoles(_, let key, let other, let control):
      .twoRoles(
        place, key: culprit ?? key, other: [nil, key].contains(culprit) ? other : key,
        control: control)
    case .plan(_, let problem): .plan(place, problem)
    case .missingFile, .missingPreset, .missingPlan, .unreadableFile, .syntax, .cannotCreate,
      .cannotWrite, .cannotEdit:
      self
    }
  }

  public var place: SettingOrigin? {
    switch self {
    case .syntax(let path, let line, _), .unreadableFile(let path, .notText(let line)):
      .file(path: path, line: line)
    case .unknownKey(let place, _), .wrongType(let place, _, _, _), .badValue(let place, _, _),
      .noteRangeTooNarrow(let place, _, _, _), .scaleFile(let place, _, _),
      .noSuchInterval(let place, _, _, _, _), .missingController(let place, _, _),
      .notInController(let place, _), .twoRoles(let place, _, _, _), .plan(let place, _):
      place
    default: nil
    }
  }

  init(_ fault: FileFault) {
    self =
      switch fault {
      case .cannotCreate(let path, let number): .cannotCreate(path: path, errno: number)
      case .cannotFollow(let path, let number), .cannotWrite(let path, let number):
        .cannotWrite(path: path, errno: number)
      case .isDirectory(let path), .exists(let path): .cannotWrite(path: path, errno: EINVAL)
      }
  }
}

/// The place where a name or a value was read.
public enum SettingOrigin: Hashable, Sendable {
  /// A line of the settings file; the first is 1.
  case file(path: String, line: Int)

  /// An option of this run, such as `--note-duration 0.3`.
  case option

  /// An argument of `peach settings`.
  case argument
}

extension SettingOrigin {
  var line: Int? {
    if case .file(_, let line) = self { line } else { nil }
  }

  /// The folder from which relative paths in this place count; `nil` for the working directory.
  var folder: String? {
    guard case .file(let path, _) = self else { return nil }
    let folder = path.parentDirectory
    return folder.isEmpty ? "." : folder
  }
}
