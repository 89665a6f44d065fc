import Foundation
import Language
import Program

/// The notices about sounds that are kept.
extension Notice {
  /// Judged notes are kept as sound files in that folder.
  static func keepingAudio(folder: String) -> Notice {
    Notice(
      .keepingAudio, standing: .unshown,
      localized(
        "the sound of each note that is judged is kept in %@, because of --keep-audio", folder),
      [ShownField("folder", .text(folder))],
      brief: localized("The sound of judged notes is kept."))
  }

  /// They are not kept, as long as that reason lasts.
  static func audioNotKept(_ failure: AudioFolder.Failure, folder: String) -> Notice {
    Notice(
      .audioNotKept, standing: .begins(.audioNotKept),
      localized(
        "the sound of your notes is not kept in %@: %@; training goes on, and answers are stored",
        folder, failure.words),
      [ShownField("folder", .text(folder)), ShownField("reason", .text(failure.words))],
      brief: localized("Sound is not kept: %@.", failure.words))
  }

  /// They are kept again.
  static var audioKeptAgain: Notice {
    Notice(
      .audioKeptAgain, standing: .ends(.audioNotKept, isTold: true),
      localized("the sound of your notes is kept again"))
  }
}

extension Notice {
  /// The sound of an answer that was taken back is still there.
  static func audioNotRemoved(_ failure: AudioFolder.Failure, file: String) -> Notice {
    Notice(
      .audioNotRemoved,
      localized(
        "the sound of the answer that was taken back stays in %@: %@", file, failure.words),
      [ShownField("file", .text(file)), ShownField("reason", .text(failure.words))],
      brief: localized("A sound could not be removed: %@.", failure.words))
  }
}

extension Notice.Code {
  static let keepingAudio: Self = "keepingAudio"
  static let audioNotKept: Self = "audioNotKept"
  static let audioKeptAgain: Self = "audioKeptAgain"
  static let audioNotRemoved: Self = "audioNotRemoved"
}

extension AudioFolder.Failure {
  /// Why, in words that follow a colon.
  var words: String {
    switch self {
    case .isNoFolder: localized("it is not a directory")
    case .system(let errno): String(cString: strerror(errno))
    case .exists(let file): localized("%@ exists already", file)
    case .unwritable(let reason): reason
    case .isSlow: localized("the disk is too slow")
    }
  }
}
