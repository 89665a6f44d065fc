import Intonation
import Language
import Program

/// Why the loop could not be measured. Nothing is changed then.
nonisolated enum CalibrationFault: Hashable {
  /// Nothing is connected with the audio input, or with the outputs.
  case noInput, noOutput

  /// The sound that came in does not show the delay.
  case loop(LoopFault)

  /// Sound was lost again and again.
  case broken

  /// The server did not run Peach's callback.
  case stalled

  /// The code in JSON, never translated.
  var code: String {
    switch self {
    case .noInput: "noInput"
    case .noOutput: "noOutput"
    case .loop(.silent): "noSignal"
    case .loop(.notHeard): "notHeard"
    case .loop(.unsteady): "unsteadyLoop"
    case .loop(.clipped): "clipping"
    case .loop(.tooLong): "loopTooLong"
    case .broken: "loopBroken"
    case .stalled: "jackServerSilent"
    }
  }

  var message: String {
    switch self {
    case .noInput:
      localized(
        """
        not measured: nothing is connected to in_1; connect the input of the computer to it, in a \
        patchbay or with --connect-input
        """)
    case .noOutput:
      localized(
        """
        not measured: nothing is connected to Peach's outputs; connect them in a patchbay or with \
        --connect
        """)
    case .loop(.silent):
      localized(
        """
        not measured: nothing came in; check the cable or the microphone, its gain and mute, and what \
        is connected to in_1
        """)
    case .loop(.notHeard(let level)):
      localized(
        """
        not measured: the sweep was not heard in the input signal (%@ dB); raise the output \
        level or the gain, move the microphone closer, or make the room quieter
        """, NumberText.fixed(level, places: 0))
    case .loop(.unsteady):
      localized(
        """
        not measured: the delay changed during the measurement; keep the microphone still, and \
        switch off echo effects and devices that resample
        """)
    case .loop(.clipped):
      localized(
        "not measured: the input was clipped; turn down its gain or the output level, and try again"
      )
    case .loop(.tooLong):
      localized(
        """
        not measured: the sound took longer than a second to come back; take delays and other \
        effects out of the path
        """)
    case .broken:
      localized(
        """
        not measured: sound was lost in each try (xruns); use a longer period or end other programs, \
        and try again
        """)
    case .stalled:
      localized(
        "not measured: the JACK server has stopped responding; restart it, and try again")
    }
  }

  var status: ExitStatus {
    switch self {
    case .noInput, .noOutput, .stalled: .unavailable
    case .loop, .broken: .badData
    }
  }
}

extension Notice {
  /// A part of the sound was lost while the loop was measured.
  static var measuredAgain: Notice {
    Notice(.measuredAgain, localized("a part of the sound was lost; measuring again"))
  }

  /// The outputs lead nowhere.
  static var loopNeedsOutput: Notice {
    Notice(
      .noOutput,
      localized(
        "nothing is connected to Peach's outputs: connect them in a patchbay or with --connect"))
  }

  /// Peach waits until both sides of the loop are connected.
  static var waitingForLoop: Notice {
    Notice(.waitingForLoop, localized("Peach waits half a minute for that connection"))
  }
}

extension Notice.Code {
  static let measuredAgain: Self = "measuredAgain"
  static let waitingForLoop: Self = "waitingForLoop"
}

extension Fault {
  /// The loop could not be measured.
  init(_ fault: CalibrationFault) {
    self = .failed(code: fault.code, message: fault.message, status: fault.status)
  }
}
