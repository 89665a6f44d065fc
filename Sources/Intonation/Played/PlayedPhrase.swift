/// What is known of the phrase that sounds: what is played without a rest.
struct PlayedPhrase: Sendable {
  /// Its steadiest stretch so far.
  var best: HeldNote.Stretch?

  /// A stretch that is judged as soon as the filters have what follows it.
  var chosen: HeldNote.Stretch?

  /// The breaks in it that show in the sound.
  var breaks = 0

  /// A stretch was not judged because of what rings beside the note: when, in seconds.
  var clouded: (since: Double, last: Double)?

  /// The stretch that is judged if nothing follows.
  var ready: HeldNote.Stretch? { chosen ?? best }

  mutating func dropStretches() { (best, chosen) = (nil, nil) }
}
