import Music

/// Hears what is played or sung. Main thread.
///
/// It listens for one note at a time. A new request ends the one before it.
public protocol NoteListener: AnyObject {
  /// Listens until a note has been judged, or until there is something else to say of the sound.
  ///
  /// - Parameter onOutcome: called once, never before this call returns, and never after ``cancel()`` or
  ///   after another call; with the moment at which the note began, if that is known.
  func listen(
    _ request: PlayedNoteRules, onOutcome: @escaping (PlayedNoteOutcome, SoundTime?) -> Void)

  /// The user is done: the sound heard so far is judged as it is. Ignored while there is no
  /// request.
  func commit()

  /// Waits until the note that was judged last has ended, but not for ever.
  ///
  /// - Parameter onEnd: called once, and never after ``cancel()`` or another request.
  func awaitToneEnd(_ onEnd: @escaping () -> Void)

  /// Nobody waits any more for what is heard.
  func cancel()
}
