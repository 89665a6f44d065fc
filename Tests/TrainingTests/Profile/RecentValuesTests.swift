import Testing

@testable import Training

@Suite("The last values of a stream")
struct RecentValuesTests {
  @Test("as many as fit are kept, in their order", arguments: [1, 127, 128, 129, 200, 256, 1000])
  func order(capacity: Int) {
    var recent = RecentValues<Int>(capacity: capacity)
    #expect(recent.inOrder.isEmpty)
    for value in 1...1500 {
      recent.add(value)
      let first = max(1, value - capacity + 1)
      guard value % 50 == 0 || value <= 3 else { continue }
      #expect(recent.inOrder == Array(first...value))
      #expect(recent.count == value - first + 1)
    }
  }

  @Test("a copy stays as it is")
  func copy() {
    var recent = RecentValues<Int>(capacity: 200)
    for value in 0..<250 { recent.add(value) }
    let copy = recent
    for value in 250..<600 { recent.add(value) }
    #expect(copy.inOrder == Array(50..<250))
    #expect(recent.inOrder == Array(400..<600))
  }
}
