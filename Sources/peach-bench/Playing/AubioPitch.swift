import Foundation

/// The program aubiopitch (Debian: aubio-tools), for comparison.
struct AubioPitch {
  static let methods = ["yinfast", "yinfft"]
  private static let window = 2048
  private static let hop = 960

  let method: String

  /// For each tone, how far the median of the frames inside it is off, in cents, sorted; tones in
  /// which no frame has a pitch are left out.
  ///
  /// - Throws: ``BenchFault/failed(command:status:)``, or if the recording cannot be written.
  func errors(of cases: [PlayedCase]) throws -> [Double] {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "peach-bench-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    // One recording of all tones: starting the program takes longer than listening.
    let sounds = cases.map(\.sound)
    try Self.wave(sounds.flatMap { $0 }).write(to: file)
    let frames = try frames(of: file)
    var start = 0.0
    var errors: [Double] = []
    for (recording, sound) in zip(cases, sounds) {
      let seconds = Double(sound.count) / PlayedCases.sampleRate
      defer { start += seconds }
      guard case .judged(let cents, _) = recording.expectation else { continue }
      // Each begins after 0.4 s and ends 0.4 s before its recording does.
      let inside = (start + 0.48)..<(start + seconds - 0.46)
      let heard = frames.filter { inside.contains($0.time) && $0.hertz > 0 }.map(\.hertz).sorted()
      guard !heard.isEmpty else { continue }
      let truth = recording.target * exp2(cents / 1200)
      errors.append(abs(1200 * log2(heard[heard.count / 2] / truth)))
    }
    return errors.sorted()
  }

  private func frames(of file: URL) throws -> [(time: Double, hertz: Double)] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "aubiopitch", "-i", file.path, "-p", method, "-B", "\(Self.window)", "-H", "\(Self.hop)",
      "-s", "-70",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchFault.failed(command: "aubiopitch", status: process.terminationStatus)
    }
    // The time is that of the window's last hop.
    let delay = (Double(Self.window) / 2 - Double(Self.hop)) / PlayedCases.sampleRate
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let figures = line.split(separator: " ").compactMap { Double($0) }
      return figures.count == 2 ? (figures[0] - delay, figures[1]) : nil
    }
  }

  /// A WAV file of one channel with samples of 32 bits, floating-point.
  private static func wave(_ samples: [Double]) -> Data {
    var data = Data()
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
    let bytes = UInt32(samples.count * 4)
    let rate = UInt32(PlayedCases.sampleRate)
    data.append(contentsOf: "RIFF".utf8)
    append(36 + bytes)
    data.append(contentsOf: "WAVEfmt ".utf8)
    append(UInt32(16))
    append(UInt16(3))
    append(UInt16(1))
    append(rate)
    append(rate * 4)
    append(UInt16(4))
    append(UInt16(32))
    data.append(contentsOf: "data".utf8)
    append(bytes)
    for sample in samples { append(Float(sample).bitPattern) }
    return data
  }
}
