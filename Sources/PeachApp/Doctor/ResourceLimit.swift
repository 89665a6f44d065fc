import Foundation

/// What the system limits for this process.
enum ResourceLimit {
  case realtimePriority, lockedMemory

  /// The highest that the process may set; `nil` for no limit.
  var highest: Int? {
    let resource =
      switch self {
      case .realtimePriority: __RLIMIT_RTPRIO
      case .lockedMemory: __RLIMIT_MEMLOCK
      }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return 0 }
    return limit.rlim_max > rlim_t(Int.max / 2) ? nil : Int(limit.rlim_max)
  }
}
