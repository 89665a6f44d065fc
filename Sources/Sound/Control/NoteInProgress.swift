/// A note between its start and the news of its end.
struct NoteInProgress {
  let plan: PitchPlan
  var isStopping = false

  /// Who waits for the end of a note of set length. Resumed exactly once: whoever takes it out resumes
  /// it.
  var waiter: CheckedContinuation<Void, any Error>?

  init(plan: PitchPlan) { self.plan = plan }
}
