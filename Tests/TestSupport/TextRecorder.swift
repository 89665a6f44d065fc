import Console

/// Keeps what is written.
public final class TextRecorder: TextOutput {
  public var text = ""
  public var failure: String?

  public init() {}

  public func write(controls text: String) { self.text += text }

  public var lines: [String] { text.split(separator: "\n").map(String.init) }
}
