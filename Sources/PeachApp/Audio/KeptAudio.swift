import Foundation
import MainThread
import Program
import Realtime
import Sound
import Training

/// Keeps the sound of each played note whose record is kept, for as long as a run lasts (`--keep-audio`). What goes
/// wrong is told once; the training goes on, and its answers do not depend on it. Main thread.
final class KeptAudio {
  /// Called with what is to be told.
  var onNotice: ((Notice) -> Void)? {
    didSet {
      guard let onNotice else { return }
      for notice in untold { onNotice(notice) }
      untold = []
    }
  }

  var path: String { folder.path }

  private let folder: AudioFolder
  private var untold: [Notice] = []

  /// Why the last file is not there; `nil` if it is.
  private var failure: AudioFolder.Failure?

  /// The frame at which the last note was judged, until its record comes.
  private var judged: FrameTime?

  /// The last record, until its sound comes.
  private var awaited: (frame: FrameTime, record: CompletedTrial)?

  /// The work that remains to be done in the folder, and the number of files to be written.
  private let work = WorkInOrder()
  private var unwritten = 0

  /// Ends when the inputs that are not used any more have given their last sounds.
  private var closings: Task<Void, Never>?

  /// The sounds that wait for the disk at most: each is some hundred kilobytes.
  private static let mostUnwritten = 8

  private let longestWait: Duration

  /// Begins to keep sounds in the folder, which is made if there is none.
  ///
  /// - Parameter longestWait: how long ``finish()`` waits for the last sounds, and then for the disk.
  init(in folder: AudioFolder, longestWait: Duration = .seconds(3)) {
    self.folder = folder
    self.longestWait = longestWait
    if let failure = folder.make() {
      notify(failure)
    } else {
      untold = [.keepingAudio(folder: folder.path)]
    }
  }

  /// This input is not used any more as soon as that has ended; until then its last sound may come.
  func wait(for end: Task<Void, Never>) {
    closings = Task { [closings] in
      await closings?.value
      await end.value
    }
  }

  /// A note has been judged at that frame; its record follows if it gets one.
  func noteJudged(at frame: FrameTime) { judged = frame }

  /// A note has its record. It follows the judgement at once.
  func receive(_ record: CompletedTrial) {
    guard let judged else { return }
    awaited = (judged, record)
    self.judged = nil
  }

  /// The record has been taken back: its sound goes, too.
  func withdraw(_ id: UUID) {
    guard awaited?.record.id != id else { return awaited = nil }
    work.begin { [self] in
      guard let failure = await folder.remove(id) else { return }
      notify(.audioNotRemoved(failure, file: folder.file(of: id)))
    }
  }

  /// The sound of the note that was judged at that frame.
  func receive(_ stretch: JudgedStretch) {
    guard let (frame, record) = awaited, frame.rawValue == stretch.frame else { return }
    awaited = nil
    guard unwritten < Self.mostUnwritten else { return notify(.isSlow) }
    unwritten += 1
    work.begin { [self] in
      let failure = await folder.write(KeptSound(record: record, stretch: stretch))
      unwritten -= 1
      notify(failure)
    }
  }

  /// Reports whether the last sound was written, unless it ended as the one before.
  private func notify(_ failure: AudioFolder.Failure?) {
    guard failure?.kind != self.failure?.kind else { return }
    self.failure = failure
    notify(failure.map { .audioNotKept($0, folder: folder.path) } ?? .audioKeptAgain)
  }

  private func notify(_ notice: Notice) {
    if let onNotice { onNotice(notice) } else { untold.append(notice) }
  }

  /// Returns when all sounds are on the disk, or when that takes too long. If the disk is what takes so long, that
  /// is told.
  func finish() async {
    // A server that hangs may keep an input for ever.
    if let closings { await withDeadline(longestWait) { await closings.value } }
    if let work = work.last { await withDeadline(longestWait) { await work.value } }
    if unwritten > 0 { notify(.isSlow) }
  }
}
