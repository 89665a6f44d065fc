import Testing

@testable import Sound

/// Whole voices with each version of the resampler that this machine can run.
@Suite("Voices with a version of the resampler")
@MainActor
struct ResamplerVersionTests {
  private func note(version: Int) async throws -> [Float] {
    let fixture = try ResamplerVersions.use(version) { try PlayerFixture() }
    let handle = try await fixture.hold(442.3)
    defer { withExtendedLifetime(handle) {} }
    return fixture.engine.render(4800).left
  }

  @Test("they sound alike")
  func agreement() async throws {
    let first = try await note(version: 0)
    #expect(first.contains { abs($0) > 0.01 })
    for version in ResamplerVersions.names.indices.dropFirst() {
      let other = try await note(version: version)
      #expect(other.count == first.count)
      #expect(zip(first, other).allSatisfy { abs($0 - $1) < 1e-5 })
    }
  }

  @Test("they are those that were asked for: with and without fused products the last bits differ")
  func choice() async throws {
    guard let plain = ResamplerVersions.names.firstIndex(of: "C"),
      ResamplerVersions.names.contains("AVX2")
    else { return }
    let samples = try await note(version: plain)
    let same = try await note(version: plain)
    let fused = try await note(version: 0)
    #expect(samples == same)
    #expect(samples != fused)
  }
}
