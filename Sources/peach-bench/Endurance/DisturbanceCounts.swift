/// What has been done to a training from outside.
nonisolated struct DisturbanceCounts: Hashable, Sendable {
  var periodChanges = 0
  var refusedPeriods = 0

  /// Inputs that went, and connections with them that Peach made anew or did not make in time.
  var pulledPorts = 0
  var restoredConnections = 0
  var missingConnections = 0

  /// Cables that were pulled by hand and put back, and those of them that did not stay as the hand left them.
  var pulledCables = 0
  var unwantedConnections = 0

  /// Times that the controller went, and came back and was connected again or not in time.
  var controllerDepartures = 0
  var restoredControllers = 0
  var missingControllers = 0

  /// What the controller sent, and what it had no room for.
  var sentMessages = 0
  var droppedMessages = 0
}
