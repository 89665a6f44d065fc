import Foundation
import MainThread
import MemoryJack

/// The JACK server of a life, and the band that plays on it. It comes and goes.
@MainActor
final class World: Periods {
  static let name = "peach-lives"

  private let scheduler = SeededScheduler.shared
  private(set) var server: MemoryServer?
  private(set) var band: Band? {
    willSet { if let band { sound.add("\(band.ear.hash)".utf8) } }
  }

  /// The hash of all that the bands have heard that are gone.
  private(set) var sound = Hash()
  private(set) var rate = 48_000
  private(set) var period = 256
  private var end: ContinuousClock.Instant?
  private var freewheelPeriods = 0
  private var hasJitter = false

  /// How long servers have run periods.
  private(set) var played = Duration.zero

  /// Nobody looks for a real server while there is none.
  init() { MemoryServer.declareAbsent(Self.name) }

  private static let periods = [16, 64, 256, 1024, 2048]
  private static let rates = [44_100, 48_000, 96_000]

  /// Starts a server of any kind, with the band.
  ///
  /// - Parameters:
  ///   - given: the period, in frames; `nil` for any. With one the main thread is late by any time.
  ///   - frames: JACK's count of frames at first, of a server like jackd 2 at 48 kHz; `nil` for any.
  func start(period given: Int? = nil, frames: UInt32? = nil) {
    server = nil
    band = nil
    steadySince = scheduler.now
    var kind = scheduler.random { MemoryServer.Kind.allCases.randomElement(using: &$0) } ?? .jackd2
    rate = scheduler.random { Self.rates.randomElement(using: &$0) } ?? rate
    period = scheduler.random { Self.periods.randomElement(using: &$0) } ?? period
    if let given { (period, hasJitter) = (given, frames == nil) }
    if frames != nil { (kind, rate) = (.jackd2, 48_000) }
    let server = MemoryServer(name: Self.name, like: kind, rate: rate, period: period)
    self.server = server
    // JACK's count of frames begins anew after half a day to a day.
    let isLate = scheduler.random { Bool.random(using: &$0) }
    let left = scheduler.random { UInt32.random(in: 0...UInt32(rate * 20), using: &$0) }
    server.setFrames(frames ?? (isLate ? 0 &- left / UInt32(period) * UInt32(period) : 0))
    end = scheduler.now + length
    band = Band(server: Self.name, seed: scheduler.random { $0.next() })
  }

  private var length: Duration { .seconds(Double(period) / Double(rate)) }

  /// Patches the band to Peach, as its user would. Whoever asks a server that hangs has to wait.
  func patch(to name: String) { if server?.isHanging == false { band?.patch(to: name) } }

  // MARK: Periods

  /// How late the main thread and others may be, as on a machine that has other things to do.
  private static let lateness = Duration.milliseconds(5)

  var next: ContinuousClock.Instant? {
    guard let server, !server.isHanging else { return nil }
    return freewheelPeriods > 0 ? scheduler.now : end
  }

  func run(until deadline: ContinuousClock.Instant?) -> ContinuousClock.Instant {
    guard let server, let end else { return scheduler.now }
    if freewheelPeriods > 0 {
      server.stepHere()
      freewheelPeriods -= 1
      if freewheelPeriods == 0 {
        server.setFreewheel(false)
        steadySince = scheduler.now
      }
      return scheduler.now
    }
    let lateness = hasJitter ? Self.lateness * scheduler.jitter(0..<2) : Self.lateness
    let last = min(deadline ?? end + lateness, end + lateness)
    let count = server.stepHere(periods: 1 + Int((last - end) / length))
    let now = end + length * max(0, count - 1)
    played += length * count
    self.end = now + length
    return now
  }

  func settle() { server?.settle() }

  /// Whether the server plays, and nothing that has happened to it is still to end.
  var isSteady: Bool { server?.isHanging == false && freewheelPeriods == 0 }

  /// For how long it has played without a change.
  var steadyTime: Duration { isSteady ? scheduler.now - steadySince : .zero }
  private var steadySince = SeededScheduler.shared.now

  // MARK: What can happen

  /// The server ends.
  func end(inOrder isOrdered: Bool) async {
    guard let server else { return }
    if isOrdered { await server.stop() } else { await server.crash() }
    server.settle()
    band = nil
    self.server = nil
  }

  /// The server stands still for a while.
  func freeze(for duration: Duration) {
    guard let server, !server.isHanging else { return }
    server.hang(true)
    scheduler.after(duration) { [weak self] in
      server.hang(false)
      guard let self else { return }
      end = scheduler.now + length
      steadySince = scheduler.now
    }
  }

  func freewheel(periods: Int) {
    guard let server, freewheelPeriods == 0, server.setFreewheel(true) else { return }
    freewheelPeriods = periods
  }

  func changePeriod() {
    let new = scheduler.random { Self.periods.randomElement(using: &$0) } ?? period
    if server?.setPeriod(new) == true { period = new }
  }

  func changeRate() {
    rate = scheduler.random { Self.rates.randomElement(using: &$0) } ?? rate
    steadySince = scheduler.now
    server?.setRate(rate)
    band?.setRate(rate)
  }
}
