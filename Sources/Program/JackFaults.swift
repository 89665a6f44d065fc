import Language
import Sound
import Training

extension String {
  /// The part of a text that a message quotes.
  package nonisolated var shortened: String { count > 80 ? prefix(79) + "…" : self }
}

/// The errors of the JACK client and of the player, as faults with messages.
extension Fault {
  package init(_ error: JackError) {
    switch error {
    case .noServer(let name): self = .noServer(name: name)
    case .silent(let name): self = .serverSilent(name: name)
    case .refused(let status):
      self = .serverRefused(reason: localized("status 0x%@", String(status, radix: 16)))
    case .nameTaken(let name): self = .clientNameTaken(name)
    case .badServerName(let name, let isFromEnvironment):
      self = .usage(
        localized(
          "%@ takes 1…%d bytes without slashes and control characters, not '%@'",
          isFromEnvironment ? "JACK_DEFAULT_SERVER" : "--server", JackNameCheck.mostBytes,
          name.shortened))
    case .badClientName(let name):
      self = .usage(
        localized(
          "a JACK client's name takes 1…%d bytes without colons and slashes, not '%@'",
          JackNameCheck.mostBytes, name.shortened))
    case .noPort(let name):
      self = .serverRefused(reason: localized("the port %@ could not be created", name))
    case .notActivated:
      self = .serverRefused(reason: localized("it does not run Peach's process callback"))
    }
  }

  package init(_ fault: EngineFault) {
    switch fault {
    case .serverGone: self = .serverGone
    case .openedInFreewheel: self = .openedInFreewheel
    case .sampleRateChanged(let hertz): self = .sampleRateChanged(hertz: hertz)
    }
  }

  package init(_ error: AudioError) {
    switch error {
    case .frequencyOutOfRange(let hertz):
      self = .sound(reason: localized("%@ Hz is outside 20…20000 Hz", NumberText.short(hertz)))
    case .bendOutOfRange(let cents):
      self = .sound(
        reason: localized("a note cannot be detuned by %@ cents", NumberText.short(cents)))
    case .noteEnded: self = .sound(reason: localized("the note has already ended"))
    case .overloaded:
      self = .sound(reason: localized("the JACK server does not process notes fast enough"))
    case .engineUnavailable: self = .serverGone
    case .soundUnavailable(let reason): self = .sound(reason: reason)
    case .noUsableNote:
      self = .configuration(
        localized(
          """
          no reference note (noteRangeMin, noteRangeMax, referenceNote) can be played in tune with its \
          interval and the accompaniment (peach sounds check shows why), so training stops: %@
          """, SoundAdvice.moreNotes))
    }
  }
}
