import Console

/// Keeps what is written.
final class TextRecorder: TextOutput {
  var text = ""
  var failure: String?

  func write(_ text: String) { self.text += text }

  var lines: [String] { text.split(separator: "\n").map(String.init) }
}
