import Foundation

extension DataStoreFault {
  /// The fault behind a failed system call.
  ///
  /// - Parameter path: the file that it was about.
  init(errno number: Int32, path: String) {
    switch number {
    case ENOSPC, EDQUOT: self = .diskFull
    case EROFS: self = .readOnly
    case EACCES, EPERM, ELOOP: self = .accessDenied(path: path)
    case ENOENT, ENOTDIR, ENAMETOOLONG: self = .cannotCreate(path: path)
    default: self = .inputOutput(message: String(cString: strerror(number)))
    }
  }
}
