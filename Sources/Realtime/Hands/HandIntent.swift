/// What a hand wants of the training by a key, a pad or a pedal.
public enum HandIntent: BitwiseCopyable, Hashable, Sendable {
  case higher, lower, commit, stop
}
