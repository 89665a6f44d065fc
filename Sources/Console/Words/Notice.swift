/// Something that the user should know and that stops nothing.
public enum Notice: Hashable {
  case xrun(count: Int)
  case bufferSize(frames: Int)
  /// A command that does not fit the state of the training.
  case ignored(command: String)
  case unknownCommand(String)
  /// The server granted another client name than the one asked for.
  case clientName(asked: String, granted: String)
  /// The sound of the settings is not there; `fallback` sounds instead.
  case soundMissing(String, fallback: String)
  /// A result could not be stored.
  case saveFailed(reason: String)
  /// The configuration changed into something unusable while training.
  case settings(problem: String)
  /// Training waits for the user.
  case waitingForStart
  /// The commands that there are.
  case commands

  /// The code in JSON, never translated.
  public var code: String {
    switch self {
    case .xrun: "xrun"
    case .bufferSize: "bufferSize"
    case .ignored: "ignored"
    case .unknownCommand: "unknownCommand"
    case .clientName: "clientName"
    case .soundMissing: "soundMissing"
    case .saveFailed: "saveFailed"
    case .settings: "settings"
    case .waitingForStart: "waitingForStart"
    case .commands: "commands"
    }
  }

  public var message: String {
    switch self {
    case .xrun(let count):
      count == 1
        ? "JACK lost the beat once (an xrun); training goes on"
        : "JACK lost the beat \(count) times (xruns); training goes on"
    case .bufferSize(let frames): "JACK's period is now \(frames) frames; training goes on"
    case .ignored(let command): "\(command) does not fit here and was ignored"
    case .unknownCommand(let text):
      "'\(text)' is no command; there are \(Self.commandList)"
    case .clientName(let asked, let granted):
      "the name \(asked) is taken on this server; Peach is \(granted)"
    case .soundMissing(let sound, let fallback):
      "the sound \(sound) is not to be had; \(fallback) sounds instead"
    case .saveFailed(let reason): "this result could not be stored: \(reason); training goes on"
    case .settings(let problem): "\(problem); the settings stay as they were"
    case .waitingForStart: "training was interrupted; start goes on, quit ends"
    case .commands: "the commands are \(Self.commandList)"
    }
  }

  private static let commandList = "higher (h), lower (l), start, help (?) and quit (q)"
}
