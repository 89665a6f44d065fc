/// Labels of ports of other clients, as musicians say them: the device and its channels.
package nonisolated enum PortLabel {
  /// The devices of ports, each with its channels: `Scarlett 2i2 1+2`.
  ///
  /// - Parameter ports: full names, such as `Scarlett 2i2:playback_1`.
  package static func outputs(_ ports: [String]) -> String {
    var channels: [(device: Substring, channels: [String])] = []
    for port in ports {
      let (device, name) = parts(of: port)
      if let index = channels.firstIndex(where: { $0.device == device }) {
        channels[index].channels.append(channel(name))
      } else {
        channels.append((device, [channel(name)]))
      }
    }
    return channels.map { "\($0.device) \($0.channels.joined(separator: "+"))" }
      .joined(separator: ", ")
  }

  /// The controller behind a MIDI port: `LPD8` for `a2j:LPD8 [24] (capture): LPD8 MIDI 1`.
  package static func controller(_ port: String) -> String {
    let (client, name) = parts(of: port)
    // The client's name says more, except that of a bridge, whose ports have the names of devices.
    guard bridges.contains(client.lowercased()) else { return String(client) }
    var device = name
    for end in [" [", " (", ":"] {
      if let range = device.firstRange(of: end) { device = device[..<range.lowerBound] }
    }
    // ALSA numbers the ports of a device.
    if let range = device.firstRange(of: #/ MIDI \d+$/#) { device = device[..<range.lowerBound] }
    return device.isEmpty ? port : String(device)
  }

  /// Clients that stand for the devices of the machine.
  private static let bridges: Set<String> = ["a2j", "midi-bridge", "alsa_midi", "system"]

  /// Splits a full name at its first colon, as a client's name has none.
  private static func parts(of port: String) -> (client: Substring, port: Substring) {
    guard let colon = port.firstIndex(of: ":") else { return ("", port[...]) }
    return (port[..<colon], port[port.index(after: colon)...])
  }

  /// The part of a port's name that its neighbours do not have: `1` of `playback_1`, `FL` of
  /// `playback_FL`.
  private static func channel(_ name: Substring) -> String {
    let last = name.split { "_ -".contains($0) }.last ?? name
    let digits = last.suffix(while: { $0.isASCII && $0.isNumber })
    // `in1` is channel 1, but `AUX1` is not.
    let isPlain = !digits.isEmpty && last.dropLast(digits.count).allSatisfy(\.isLowercase)
    return String(isPlain ? digits : last)
  }
}

extension Substring {
  nonisolated fileprivate func suffix(while fits: (Character) -> Bool) -> Substring {
    var start = endIndex
    while start > startIndex, fits(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
