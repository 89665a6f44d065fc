/// What a user's words for a sound may mean.
public enum SoundChoice: Hashable, Sendable {
  case found(FoundSound)

  /// Several sounds fit equally well; never fewer than two.
  case ambiguous([FoundSound])

  /// No sound fits.
  case unknown
}
