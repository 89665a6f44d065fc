extension JackEngine {
  /// Gives the ports their titles and the client its icon, without waiting: a server may know nothing of
  /// such things, and nobody plays better for them.
  public func describe(_ titles: PortTitles) {
    guard isRunning else { return }
    isDescribed = true
    let client = memory.client
    JackRequests.begin {
      JackMetadata.describe(
        client.handle,
        ports: [
          .init(port: client.left, title: titles.left, order: 1, group: titles.group),
          .init(port: client.right, title: titles.right, order: 2, group: titles.group),
          .init(port: client.midiIn, title: titles.midiIn, order: 3),
        ])
    }
  }
}
