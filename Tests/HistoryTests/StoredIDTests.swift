import Foundation
import Testing

@testable import History

@Suite("Ids as they are stored")
struct StoredIDTests {
  @Test("an id is read as Foundation reads it")
  func sameAsFoundation() {
    for _ in 0..<100 {
      let id = UUID()
      #expect(UUID(storedText: id.uuidString.lowercased()) == id)
    }
  }

  @Test(
    "what is no id is refused",
    arguments: [
      "", "6f9619ff-8b86-d011-b42d-00c04fc964f", "6f9619ff-8b86-d011-b42d-00c04fc964ff0",
      "6f9619ff08b86-d011-b42d-00c04fc964ff", "6f9619ff-8b86-d011-b42d-00c04fc964fg",
      "6F9619FF-8B86-D011-B42D-00C04FC964FF",
    ])
  func refused(text: String) { #expect(UUID(storedText: text) == nil) }
}
