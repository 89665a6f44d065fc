import Foundation
import MainThread
import Music
import Realtime
import Training

/// From the notes of a passage to what the process callback needs.
extension SoundFontNotePlayer {
  /// How long the first note of a client takes to rise to its level, in seconds; a short note takes
  /// at most half of its length. Long enough to turn the volume down, short enough for the pitch to
  /// be heard.
  private static let riseSeconds = 0.5

  /// Sends all notes of a passage in one command, with the sound that was chosen.
  func begin(_ passage: Passage) throws -> [SoundFontPlaybackHandle] {
    for note in passage.notes { try check(note) }
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    let placements = passage.placements(at: sink.sampleRate)
    let rise = startsQuiet ? riseFrames(ofNote: placements[0].length) : 0
    var begun: [(id: NoteID, note: NoteInProgress)] = []
    var messages: [PassageNote] = []
    for (note, placement) in zip(passage.notes, placements) {
      let id = NoteID(lastNote.rawValue &+ UInt32(begun.count) &+ 1)
      let progress = NoteInProgress(
        note, at: placement, plan: correction.plan(for: note.request.frequency))
      let start = NoteStart(
        note: id, key: Int32(progress.plan.key), cents: Int32(progress.plan.cents),
        velocity: Int32(note.request.velocity.rawValue), ratio: progress.plan.ratio(),
        changeFrame: changeFrame(of: progress.plan),
        changeFactor: progress.plan.change.map { $0.by.ratio } ?? 1,
        gain: gain(of: note.request, progress.plan),
        durationFrames: UInt32(clamping: placement.length ?? 0),
        // Notes that begin while the first one rises rise, too.
        riseFrames: placement.start < rise ? riseFrames(ofNote: placement.length) : 0,
        strikesAgain: settings.reStrike && note.goesOn)
      messages.append(
        PassageNote(
          start, delay: UInt32(clamping: placement.start), arming: progress.arming,
          isMarked: note.isMarked))
      begun.append((id, progress))
    }
    try send(messages)
    lastNote = NoteID(lastNote.rawValue &+ UInt32(begun.count))
    return begun.map { id, progress in
      invariant(room.notes[id] == nil, "a note has a number of its own")
      room.notes[id] = progress
      return SoundFontPlaybackHandle(player: self, note: id, reports: progress.reports)
    }
  }

  private func send(_ messages: [PassageNote]) throws {
    guard room.notes.count + messages.count <= VoiceRoom.noteLimit else {
      throw AudioError.overloaded
    }
    updateLevel()
    sink.send(Command(.play(lent.lend(messages), count: messages.count)))
  }

  /// - Throws: ``AudioError`` if the note, or an end of its slider, cannot be played.
  private func check(_ note: Passage.Note) throws {
    try check(note.request.frequency)
    if let slider = note.slider?.slider { try check(slider, from: note.request.frequency) }
  }

  /// After how many of FluidSynth's frames the sample changes its pitch.
  private func changeFrame(of plan: PitchPlan) -> UInt32 {
    guard let change = plan.change else { return .max }
    return UInt32(clamping: Int(change.seconds * VoiceBank.synthesizerRate(at: sink.sampleRate)))
  }

  private func gain(of request: NoteRequest, _ plan: PitchPlan) -> Float {
    Float(request.amplitudeDB.gain * correction.gain(of: plan))
  }

  /// - Parameter frames: the note's length; `nil` for one that is held.
  private func riseFrames(ofNote frames: Int?) -> UInt32 {
    let rise = Int((Self.riseSeconds * sink.sampleRate).rounded())
    return UInt32(min(rise, (frames ?? .max) / 2))
  }
}
