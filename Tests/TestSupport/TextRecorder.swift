import Console

/// Keeps what is written.
public final class TextRecorder: TextOutput {
  public var text = ""
  public var failure: String?
  public var size: TerminalSize

  public init(_ size: TerminalSize = .usual) { self.size = size }

  public func write(controls text: String) { self.text += text }

  public var lines: [String] { text.split(separator: "\n").map(String.init) }
}
