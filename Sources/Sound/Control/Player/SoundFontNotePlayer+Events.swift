import Realtime
import Training

/// What the process callback reports.
extension SoundFontNotePlayer {
  public func handle(_ event: Event) {
    report(at: soundTime(event.frame)) { handle(event.kind) }
  }

  private func handle(_ kind: Event.Kind) {
    switch kind {
    case .started(let note):
      startsQuiet = false
      room.notes[note]?.reports.started(at: eventTime)
      room.resumeWaiters()
    case .ended(let note): finish(note, nil)
    case .refused(let note): finish(note, .overloaded)
    case .slider(let note, let value, let number):
      guard let progress = room.notes[note], !progress.isStopping, number == progress.sliderNumber
      else { return }
      progress.reports.onSliderMove?(value)
    case .level(let position): onLevel?(position)
    case .panic: onPanic?()
    case .confirmedSlider(let note, let value): room.notes[note]?.reports.onConfirm?(value)
    case .confirmed:
      let (answers, asksAgain) = confirmations.answer()
      if asksAgain { sink.send(Command(.confirm)) }
      for answer in answers { answer() }
    case .intent(let intent, _, let value): onIntent?(intent, value)
    case .retired(let voices): sounds.dispose(of: voices)
    case .returned(let block): takeBack(block)
    }
  }

  /// No note can begin any more, and none that sounds is waited for. Notes that still fade out end
  /// with their events.
  func engineEnded() {
    confirmations.removeAll()
    let reports = room.notes.values.compactMap { $0.reports.end(.engineUnavailable) }
    for note in room.notes.keys { room.notes[note]?.isStopping = true }
    // The owner of the engine is told first why it has ended.
    Task { for report in reports { report() } }
    guard !sink.isFadingOut else { return room.resumeWaiters() }
    room.notes = [:]
    resumeSilenceWaiter()
    room.resumeWaiters()
  }

  private func finish(_ note: NoteID, _ error: AudioError?) {
    let progress = room.notes.removeValue(forKey: note)
    if room.notes.isEmpty { resumeSilenceWaiter() }
    room.resumeWaiters()
    progress?.reports.ended(error)
  }
}
