import CJack

/// The properties of ports and clients besides their names, for patchbays to show.
///
/// All of it asks the server and must run in ``JackRequests``. A server that keeps no such
/// properties refuses each one, which is not an error; neither is a server that cannot remove them.
enum JackMetadata {
  /// The properties of a port. `@unchecked Sendable`: libjack accepts the handle on any thread.
  struct Port: @unchecked Sendable {
    let port: OpaquePointer
    let title: String

    /// The position among the ports of its client.
    let order: Int

    /// The name of several ports together.
    var group: String?
    var signal = Signal.midi
  }

  /// The kind of signal that a port carries.
  enum Signal: Sendable {
    /// Sound to listen to, rather than a control voltage.
    case audio
    case midi
  }

  /// The icon's name as in the freedesktop Icon Theme Specification.
  private static let iconName = "peach"

  // The keys of jack/metadata.h, which declares them as variables.
  private static let prettyName = "http://jackaudio.org/metadata/pretty-name"
  private static let order = "http://jackaudio.org/metadata/order"
  private static let portGroup = "http://jackaudio.org/metadata/port-group"
  private static let signalType = "http://jackaudio.org/metadata/signal-type"
  private static let eventTypes = "http://jackaudio.org/metadata/event-types"
  private static let icon = "http://jackaudio.org/metadata/icon-name"

  /// The types that jack/metadata.h recommends.
  private static let integer = "http://www.w3.org/2001/XMLSchema#int"
  private static let text = "text/plain"

  /// Sets the properties of a client and its ports.
  static func describe(_ client: OpaquePointer, ports: [Port]) {
    for port in ports {
      let subject = jack_port_uuid(port.port)
      jack_set_property(client, subject, prettyName, port.title, text)
      jack_set_property(client, subject, order, String(port.order), integer)
      switch port.signal {
      case .audio: jack_set_property(client, subject, signalType, "AUDIO", text)
      case .midi: jack_set_property(client, subject, eventTypes, "MIDI", text)
      }
      if let group = port.group { jack_set_property(client, subject, portGroup, group, text) }
    }
    if let subject = uuid(of: client) { jack_set_property(client, subject, icon, iconName, text) }
  }

  /// Removes the properties. jackd never removes them by itself, and gives a port's number to the
  /// next port that comes.
  static func forget(_ client: OpaquePointer, ports: [OpaquePointer]) {
    for port in ports { forget(client, port: port) }
    if let subject = uuid(of: client) { jack_remove_properties(client, subject) }
  }

  /// Removes the properties of one port.
  static func forget(_ client: OpaquePointer, port: OpaquePointer) {
    jack_remove_properties(client, jack_port_uuid(port))
  }

  private static func uuid(of client: OpaquePointer) -> jack_uuid_t? {
    guard let text = jack_get_uuid_for_client_name(client, jack_get_client_name(client)) else {
      return nil
    }
    defer { jack_free(text) }
    var uuid = jack_uuid_t()
    return jack_uuid_parse(text, &uuid) == 0 ? uuid : nil
  }
}

/// The titles of Peach's ports, for a patchbay that shows titles rather than names.
public struct PortTitles: Hashable, Sendable {
  public let left: String
  public let right: String
  public let midiIn: String
  public let midiOut: String

  /// The audio input, which comes and goes.
  public let input: String

  /// The title of both outputs together.
  public let group: String

  public init(
    left: String, right: String, midiIn: String, midiOut: String, input: String, group: String
  ) {
    self.left = left
    self.right = right
    self.midiIn = midiIn
    self.midiOut = midiOut
    self.input = input
    self.group = group
  }
}
