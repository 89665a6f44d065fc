import Foundation

/// What a ``HistoryRecorder`` has to tell.
public enum SavingEvent: Hashable, Sendable {
  /// A result could not be stored. The recorder keeps it and tries again.
  case failed(DataStoreError, id: UUID)

  /// Results that had been kept are stored now.
  case stored([UUID])

  /// The run has ended, and so many results wait in a recovery file.
  case waiting(count: Int, path: String)

  /// The run has ended, and no place was found for these results; a line each, to be shown.
  case homeless(lines: [String])

  /// Results in a recovery file, whoever left them there.
  case recovery(Recovery)
}
