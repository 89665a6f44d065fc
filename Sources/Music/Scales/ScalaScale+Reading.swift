import Foundation

extension ScalaScale {
  /// Reads the bytes of a Scala file, after the format's description by its author (Manuel Op de Coul,
  /// <https://www.huygens-fokker.org/scala/scl_format.html>).
  ///
  /// Lines that begin with `!` are comments. The first other line is the description, the next the
  /// number of notes, then comes a line for each pitch: with a point it is cents, without one a ratio
  /// or a whole number; what follows it is ignored, and so are lines after the last pitch. Lines end in
  /// LF, CR LF or CR, the last one need not. Empty lines are skipped where a number is expected. Text is
  /// UTF-8 (with or without a byte order mark) or else ISO 8859-1.
  public init(scalaFile bytes: some Collection<UInt8>) throws(ScalaError) {
    var lines = ScalaLines(bytes)
    guard let description = lines.next() else { throw .noDescription }
    guard let countLine = lines.nextNonempty() else { throw .noCount(line: lines.number + 1) }
    guard let count = ScalaPitchReader.noteCount(countLine.bytes) else {
      throw .badCount(line: countLine.number, text: Self.excerpt(countLine.bytes))
    }
    var pitches: [Cents] = []
    while pitches.count < count {
      guard let line = lines.nextNonempty() else {
        throw .tooFewPitches(line: lines.number + 1, expected: count, found: pitches.count)
      }
      switch ScalaPitchReader.pitch(line.bytes) {
      case .success(let pitch): pitches.append(pitch)
      case .failure(.notPositive):
        throw .ratioNotPositive(line: line.number, text: Self.excerpt(line.bytes))
      case .failure(.malformed):
        throw .badPitch(line: line.number, text: Self.excerpt(line.bytes))
      }
    }
    self.init(description: Self.text(description.bytes), pitches: pitches)
  }

  /// Text for people: printable whatever the file says, so that none can command a terminal.
  private static func text(_ bytes: [UInt8]) -> String {
    let decoded =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    return decoded.trimmingCharacters(in: .whitespaces).printable
  }

  /// The beginning of a line that could not be read.
  private static func excerpt(_ bytes: [UInt8]) -> String {
    let text = text(Array(bytes.prefix(60)))
    return bytes.count > 60 ? text + "…" : text
  }
}
