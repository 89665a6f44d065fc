import CJack

/// Lists of names as libjack gives them.
package enum JackNames {
  /// The names of a list that ends with a null pointer, which is given back to libjack; none of no list.
  package static func take(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard let list else { return [] }
    defer { jack_free(list) }
    var names: [String] = []
    while let name = list[names.count] { names.append(String(cString: name)) }
    return names
  }
}
