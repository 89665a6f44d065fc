/// What can be wrong with settings. It holds data; whoever shows it finds the words.
public enum SettingsError: Error, Hashable, Sendable {
  /// The file named with `--config` does not exist.
  case missingFile(path: String)

  case unreadableFile(path: String, reason: UnreadableReason)

  /// The file is no TOML; `message` is the parser's, in English.
  case syntax(path: String, line: Int, message: String)

  case unknownKey(SettingPlace, name: String, suggestion: SettingKey?)

  /// The value of the file is of a type that the key does not take.
  case wrongType(SettingPlace, key: SettingKey, value: String, found: TOMLKind)

  case badValue(SettingPlace, key: SettingKey, value: String)

  /// Both ends of the note range are possible, but not together: they lie too near. `key` is the
  /// end that was set last.
  case noteRangeTooNarrow(SettingPlace, key: SettingKey, lowest: Int, highest: Int)

  /// The file or its directory cannot be created.
  case cannotCreate(path: String, errno: Int32)

  /// The file is there but cannot be replaced; it stays as it was.
  case cannotWrite(path: String, errno: Int32)

  /// The key's assignment could not be changed without changing something else.
  case cannotEdit(path: String, key: SettingKey)

  public enum UnreadableReason: Hashable, Sendable {
    /// A directory, a pipe, a socket.
    case notAFile

    /// More bytes than a settings file may have.
    case tooLarge(limit: Int)

    /// Bytes that are no UTF-8 or NUL, in that line.
    case notText(line: Int)

    case system(errno: Int32)
  }
}

extension SettingsError {
  /// The key that the error is about, if it is about one.
  public var key: SettingKey? {
    switch self {
    case .wrongType(_, let key, _, _), .badValue(_, let key, _),
      .noteRangeTooNarrow(_, let key, _, _), .cannotEdit(_, let key):
      key
    default: nil
    }
  }

  /// What would have been allowed, where a value is to blame.
  public var allowed: String? {
    switch self {
    case .wrongType, .badValue, .noteRangeTooNarrow: key?.allowed
    default: nil
    }
  }

  /// Where the fault is.
  public var place: SettingPlace? {
    switch self {
    case .syntax(let path, let line, _), .unreadableFile(let path, .notText(let line)):
      .file(path: path, line: line)
    case .unknownKey(let place, _, _), .wrongType(let place, _, _, _), .badValue(let place, _, _),
      .noteRangeTooNarrow(let place, _, _, _):
      place
    default: nil
    }
  }
}
