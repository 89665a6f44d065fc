extension Duration {
  /// How long feedback is shown: long enough to be taken in, short enough that the sound is still
  /// in the ear. A decision about perceptual learning, therefore no setting.
  static nonisolated let feedback: Duration = .milliseconds(400)
}
