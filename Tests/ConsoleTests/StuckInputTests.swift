import Foundation
import TestSupport
import Testing

@testable import Console

@Suite("Keys while the main thread is stuck", .serialized)
@MainActor
struct StuckInputTests {
  @Test("Ctrl-C as a key sends its signal; what was typed meanwhile comes afterwards, in order")
  func signals() async throws {
    var (master, slave) = (Int32(-1), Int32(-1))
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(master) }
    var number: UInt32 = 0
    var unlocked: Int32 = 0
    try #require(
      ioctl(master, 0x4004_5431, &unlocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
    slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(slave >= 0)
    var settings = termios()
    tcgetattr(slave, &settings)
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(slave, TCSANOW, &settings)
    // SIGTSTP's default would stop the tests.
    let before = signal(SIGTSTP) { _ in signalCount += 1 }
    defer { signal(SIGTSTP, before) }
    let received = Inbox<[UInt8]>("bytes")
    StandardInput(descriptor: slave).start {
      if case .bytes(let bytes) = $0 { received.put(bytes) }
    }
    let (first, second) = (Array("a\u{1B}[122;5u".utf8), Array("b\u{1B}[122;5u".utf8))
    write(master, first, first.count)
    // The main thread is stuck: it is this test, which does not wait for anything meanwhile.
    let deadline = ContinuousClock.now + .seconds(10)
    while signalCount < 1, .now < deadline { usleep(1000) }
    write(master, second, second.count)
    while signalCount < 2, .now < deadline { usleep(1000) }
    #expect(signalCount == 2)
    var bytes: [UInt8] = []
    while bytes.count < first.count + second.count, let more = await received.next() {
      bytes += more
    }
    #expect(bytes == first + second)
  }
}

private nonisolated(unsafe) var signalCount = 0
