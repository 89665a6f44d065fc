import Client
import Console
import Intonation
import Language
import Music
import Program
import Settings

/// The measured delay of the loop from the outputs into the audio input.
struct Calibration: Hashable {
  let delay: LoopDelay

  /// The part of it that JACK knows from the latencies of the ports, in frames; `nil` if the server
  /// did not answer.
  let knownFrames: Int?

  /// Frames per second.
  let sampleRate: Double

  var seconds: Double { delay.frames / sampleRate }

  /// As the settings keep it.
  var setting: InputDelay { InputDelay(seconds: seconds) }
}

/// The output of `peach play --calibrate`, as text or JSON. Main thread.
final class CalibrationView {
  /// The ports connected to both ends of the loop.
  struct Connections: Hashable {
    let outputs: [String]
    let inputs: [String]
  }

  private let json: JSONEvents?
  private let output: any TextOutput
  private let messages: any TextOutput

  /// - Parameter json: receives everything, if it is there.
  init(json: JSONEvents?, output: any TextOutput, messages: any TextOutput) {
    (self.json, self.output, self.messages) = (json, output, messages)
  }

  /// The sound begins.
  func showBeginning(_ connections: Connections, level: AmplitudeDB) {
    if let json {
      var line = JSONLine(event: "calibrating")
      line.add("outputs", connections.outputs)
      line.add("inputs", connections.inputs)
      line.add("outputLevel", level.decibels)
      json.write(line)
    } else {
      output.writeLine(
        localized(
          "Measuring from %@ to %@ with a sweep that repeats. Ctrl-C stops.",
          PortLabel.outputs(connections.outputs), PortLabel.outputs(connections.inputs)))
    }
  }

  func show(_ result: Calibration) {
    guard json == nil else { return writeJSON(result) }
    let delay = result.delay
    output.writeLine(
      localized(
        "The round trip takes %@ ms (%@ frames, ± %@).",
        NumberText.fixed(result.seconds * 1000, places: 2),
        NumberText.fixed(delay.frames, places: 1),
        NumberText.fixed(max(delay.uncertainty, 0.1), places: 1)))
    if let known = known(in: result) { output.writeLine(known) }
    output.writeLine(
      localized(
        "The sound came back at %@ dB, %@ dB above the noise.",
        NumberText.fixed(delay.gain, places: 1, isSigned: true),
        NumberText.fixed(delay.signalToNoise, places: 0)))
    if delay.isInverted {
      output.writeLine(
        localized(
          """
          The polarity is inverted. This changes no pitch, but it means that a cable or a device \
          inverts the signal.
          """
        ))
    }
    output.writeLine(
      localized(
        """
        Saved as the setting inputDelay. From now on, Peach subtracts it from the response times \
        of played notes.
        """
      ))
  }

  private func known(in result: Calibration) -> String? {
    guard let frames = result.knownFrames else { return nil }
    let known = Double(frames)
    let text = NumberText.fixed(known / result.sampleRate * 1000, places: 2)
    // A wire within the server is shorter than what its ports say of the devices.
    guard known <= result.delay.frames else {
      return localized(
        "JACK reports %@ ms for these ports, more than the round trip takes.", text)
    }
    return localized(
      """
      JACK accounts for %@ ms of that. The other %@ ms are outside its ports: buffers, \
      converters, air.
      """,
      text,
      NumberText.fixed((result.delay.frames - known) / result.sampleRate * 1000, places: 2))
  }

  private func writeJSON(_ result: Calibration) {
    var line = JSONLine(event: "calibrated")
    line.add("inputDelay", result.setting.seconds.map { $0 * 1000 })
    line.add("frames", result.delay.frames)
    line.add("uncertainty", result.delay.uncertainty)
    if let known = result.knownFrames { line.add("latencyFrames", known) }
    line.add("isInverted", result.delay.isInverted)
    line.add("gain", result.delay.gain)
    line.add("signalToNoise", result.delay.signalToNoise)
    json?.write(line)
  }

  func showNotice(_ notice: Notice) {
    if let json { json.notice(notice) } else { messages.writeMessage(notice.message) }
  }

  /// - Parameter reason: `end`, `quit` or `signal`.
  func showStopped(_ reason: String) {
    guard let json else { return }
    var line = JSONLine(event: "stopped")
    line.add("reason", reason)
    json.write(line)
  }
}
