/// A line that is typed at a shell, in a home that holds certain files. What comes of it is a
/// ``Transcript``.
struct Scene: Sendable {
  /// What it is about; the scene's heading in the golden file, and unlike that of any other scene there.
  let name: String

  /// As it is typed; a shell reads it in the home's directory.
  let command: String

  /// What lies in the home: paths and texts.
  var files: [String: String] = [:]

  /// What else is done to the home before.
  var prepare: @MainActor @Sendable (Home) throws -> Void = { _ in }

  /// Who else is there: what it returns is kept until the scene is over.
  var company: @MainActor @Sendable (Home) async throws -> AnyObject? = { _ in nil }

  var audience = Audience.pipe(input: "")

  /// Which lines of the outcome the golden file has; all of them, unless another test covers some.
  var excerpt: @Sendable ([String]) -> [String] = { $0 }

  /// Who sits at it.
  enum Audience: Sendable {
    /// Pipes; standard input holds a text and ends.
    case pipe(input: String)
    /// Pipes; each line is sent once something was told, and then standard input ends.
    case script([Cue])
    /// A terminal of that size, which shows something after each of these keys, spelt as in ``Keys``.
    case terminal(columns: Int, rows: Int, keys: [String])
  }

  /// What is sent to standard input, and the words after which it is.
  struct Cue: Sendable {
    let after: String
    let line: String
  }
}

extension Scene {
  /// A scene on pipes.
  init(
    _ name: String, _ command: String, input: String = "", files: [String: String] = [:],
    prepare: @escaping @MainActor @Sendable (Home) throws -> Void = { _ in }
  ) {
    self.init(
      name: name, command: command, files: files, prepare: prepare, audience: .pipe(input: input))
  }

  /// A scene with settings in the file.
  init(_ name: String, settings: String, _ command: String) {
    self.init(name, command, files: [Self.settingsFile: settings])
  }

  /// A scene on a terminal.
  init(
    _ name: String, on size: (columns: Int, rows: Int), _ command: String, keys: String...,
    files: [String: String] = [:],
    prepare: @escaping @MainActor @Sendable (Home) throws -> Void = { _ in }
  ) {
    self.init(
      name: name, command: command, files: files, prepare: prepare,
      audience: .terminal(columns: size.columns, rows: size.rows, keys: keys))
  }

  /// The command as it is run: on a terminal no trial is asked again because the machine is busy.
  var steadiedCommand: String {
    guard case .terminal = audience else { return command }
    return command.replacing(/peach (?:compare|match)\b/) {
      "\($0.output) --discard-on-xrun false"
    }
  }

  /// Where the settings are, in the home.
  static let settingsFile = "config/peach/config.toml"
}
