// swift-tools-version: 6.2
import Glibc
import PackageDescription

/// The rooms whose code runs on the main thread unless it says otherwise.
let onMainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

/// The modules that render, measure and simulate are optimized in debug builds, too: not optimized, they take
/// most of the time of the tests, and the process callback misses its deadline.
let isOptimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The same for C and C++.
let isOptimizedC: [CSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
let isOptimizedCXX: [CXXSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]

/// A package's version, which `tools/package` gives it; without one the program knows its own.
let packageVersion = Context.environment["PEACH_VERSION"].map {
  CSetting.define("PEACH_VERSION", to: "\"\($0)\"")
}

/// A package has its files beside it, and nothing to look for in the sources that it was built from.
let isPackage: [SwiftSetting] = packageVersion == nil ? [] : [.define("PACKAGE")]

/// A library in the one version that Peach is tried with. The sources of a release bring it along, so that they
/// build without a network; `packaging/libraries` has its commit and its checksum.
func library(url: String, _ version: Version) -> Package.Dependency {
  let name = url.split(separator: "/").last.map(String.init) ?? url
  let folder = "\(Context.packageDirectory)/vendor/\(name)"
  return access("\(folder)/Package.swift", R_OK) == 0
    ? .package(path: folder) : .package(url: url, exact: version)
}

let package = Package(
  name: "peach",
  products: [
    .executable(name: "peach", targets: ["peach"]),
    .executable(name: "peach-manual", targets: ["peach-manual"]),
    // For the benchmarks, a package of their own.
    .library(
      name: "Rooms",
      targets: [
        "Music", "Training", "Realtime", "SoundFonts", "Intonation", "Sound", "History",
      ]),
    .library(name: "CJack", targets: ["CJack"]),
    .library(name: "CFluidSynth", targets: ["CFluidSynth"]),
  ],
  dependencies: [
    library(url: "https://github.com/apple/swift-argument-parser", "1.8.2"),
    library(url: "https://github.com/apple/swift-log", "1.16.2"),
    library(url: "https://github.com/groue/GRDB.swift", "7.10.0"),
  ],
  targets: [
    // Logical rooms: no C, no files, no clock of their own.
    .target(name: "Music", swiftSettings: isOptimized),
    .target(
      name: "Training",
      dependencies: ["Music", "MainThread", .product(name: "Logging", package: "swift-log")],
      swiftSettings: onMainActor + isOptimized),
    .target(name: "Realtime", swiftSettings: isOptimized),

    // The timer of the main thread, and calls on it from other threads.
    .target(name: "MainThread"),

    // Where the files are that come with the program, and its version.
    .target(name: "Installation", dependencies: ["CPackageVersion"], swiftSettings: isPackage),

    // Replaces files as a whole, follows links, and knows the user's folders.
    .target(name: "Files", dependencies: ["CFileNames", "CXXHash"]),

    // Takes the pitch of rendered notes; knows no synthesizer.
    .target(
      name: "Intonation", dependencies: ["Music", "Files", "CFFTW"],
      swiftSettings: isOptimized),
    // Finds SoundFonts and reads their presets; files alone, no synthesizer.
    .target(
      name: "SoundFonts", dependencies: ["Music", "Files", "Installation"],
      swiftSettings: isOptimized),

    // Adapters: each knows the logical rooms and its own library, none knows another.
    .target(
      name: "Sound",
      dependencies: [
        "Training", "Music", "MainThread", "Realtime", "SoundFonts", "Intonation", "CJack",
        "CFluidSynth", "CResampler", "CRealtimeSanitizer",
      ], swiftSettings: isOptimized),
    .target(
      name: "History",
      dependencies: [
        "Training", "Music", "Files", "MainThread", "CLibUUID",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(
      name: "Settings",
      dependencies: [
        "Training", "Music", "Files", "Language", "Installation", "CTOML",
      ]),
    .target(name: "OSC", dependencies: ["Training", "Music", "MainThread", "CLibLO"]),
    .target(name: "AudioFiles", dependencies: ["CSndFile"]),

    // The user's language: catalogues of messages (gettext) and numbers.
    .target(name: "Language", dependencies: ["Music", "Installation", "CGettext"]),
    // The terminal: keys, boards, screens, JSON lines, markup. It knows nothing of Peach.
    .target(
      name: "Console", dependencies: ["MainThread", "Language", "CWidth"],
      swiftSettings: onMainActor),
    // The profile, the report and the trends as text, plots, SVG, JSON and screens.
    .target(
      name: "Charts", dependencies: ["Console", "Language", "Training", "Music"],
      swiftSettings: onMainActor),

    // The frame of the commands: options, faults, notices, keys, the context of a run.
    .target(
      name: "Program",
      dependencies: [
        "Music", "Training", "SoundFonts", "Sound", "History", "Settings", "Charts", "Console",
        "Language", "OSC", "Files", "Installation", "MainThread",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: onMainActor),
    // The connection to the JACK server.
    .target(
      name: "Client",
      dependencies: [
        "Program", "Music", "Training", "Realtime", "SoundFonts", "Intonation", "Sound", "Settings",
        "Charts", "Console", "Language", "MainThread",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: onMainActor),
    // The program, by feature: the only place where the rooms meet.
    .target(
      name: "PeachApp",
      dependencies: [
        "Program", "Client",
        "Music", "Training", "Realtime", "SoundFonts", "Intonation", "Sound", "History", "Settings",
        "Charts", "Console", "Language", "OSC", "AudioFiles", "Files", "Installation", "MainThread",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: onMainActor),
    .executableTarget(name: "peach", dependencies: ["PeachApp"], swiftSettings: onMainActor),

    // Generates the manual pages and the default settings file from the program's own help.
    .executableTarget(
      name: "peach-manual",
      dependencies: [
        "Settings", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // The doors to C.
    .systemLibrary(name: "CRealtimeSanitizer"),
    .systemLibrary(name: "CJack", pkgConfig: "jack", providers: [.apt(["libjack-jackd2-dev"])]),
    .systemLibrary(
      name: "CFluidSynth", pkgConfig: "fluidsynth", providers: [.apt(["libfluidsynth-dev"])]),
    .systemLibrary(name: "CFFTW", pkgConfig: "fftw3", providers: [.apt(["libfftw3-dev"])]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    // Part of the C library; the programs that make catalogues are in Debian's package gettext.
    .systemLibrary(name: "CGettext"),
    // Part of the C library.
    .systemLibrary(name: "CWidth"),
    .systemLibrary(name: "CFileNames"),
    .systemLibrary(name: "CLibLO", pkgConfig: "liblo", providers: [.apt(["liblo-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CLibUUID", pkgConfig: "uuid", providers: [.apt(["uuid-dev"])]),
    // No door, but C of our own: a resampler for each kind of processor.
    .target(
      name: "CResampler", cSettings: isOptimizedC, linkerSettings: [.linkedLibrary("m")]),

    // No door as the others, but C++ of our own, into which toml++'s headers are compiled (Debian's
    // libtomlplusplus-dev).
    .target(name: "CTOML", cxxSettings: isOptimizedCXX),

    // Tells the program the version of the package that it is in.
    .target(name: "CPackageVersion", cSettings: packageVersion.map { [$0] } ?? []),

    // Tests; `TestSupport` holds the doubles that several suites use.
    .target(
      name: "TestSupport", dependencies: ["Console", "Language", "Training", "Music", "CJack"],
      path: "Tests/TestSupport",
      swiftSettings: onMainActor),
    .systemLibrary(name: "CHeap", path: "Tests/CHeap"),
    // Counts calls of libraries; part of a test program, it is called in their place.
    .target(name: "CLibraryCalls", path: "Tests/CLibraryCalls"),
    // JACK servers in memory: libjack's functions, which take precedence where a test program contains them.
    .target(
      name: "CMemoryJack", path: "Tests/CMemoryJack", cSettings: isOptimizedC,
      linkerSettings: [.linkedLibrary("jack")]),
    .target(name: "MemoryJack", dependencies: ["CMemoryJack"], path: "Tests/MemoryJack"),
    // Writes small SoundFonts.
    .target(name: "FontWriter", path: "Tests/FontWriter", swiftSettings: isOptimized),
    // Notes as players and singers might make them, with all that happens to them.
    .target(
      name: "PlayedTones", dependencies: ["Intonation", "Music"], path: "Tests/PlayedTones",
      swiftSettings: isOptimized),
    // Cuts the power under the history, as often as one likes.
    .target(
      name: "CDiskLog", path: "Tests/CDiskLog", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "PowerCut", dependencies: ["History", "Training", "Music", "CDiskLog"],
      path: "Tests/PowerCut"),
    // Histories of earlier versions of Peach.
    .target(
      name: "EarlierVersions",
      dependencies: [
        "History", "Training", "Music", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/EarlierVersions"),
    // Requests all that the callback can do, for RealtimeSanitizer.
    .executableTarget(
      name: "peach-soak",
      dependencies: [
        "Music", "Training", "Realtime", "SoundFonts", "Intonation", "Sound", "CJack",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Soak", swiftSettings: onMainActor),
    // Takes the place of the executors of Swift's tasks.
    .target(name: "CTaskHooks", path: "Tests/CTaskHooks"),
    // Lives of Peach: one order of everything, which a seed decides, and time that passes when nothing is to be done.
    .executableTarget(
      name: "peach-lives",
      dependencies: [
        "PeachApp", "Program", "Client", "Console", "History", "MainThread", "Training", "Music",
        "OSC", "EarlierVersions",
        "MemoryJack", "PowerCut", "CDiskLog", "CHeap", "CJack", "CTaskHooks", "CVTerm", "CXXHash",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Lives", swiftSettings: isOptimized),
    // A terminal that tests look at.
    .systemLibrary(
      name: "CVTerm", path: "Tests/CVTerm", pkgConfig: "vterm",
      providers: [.apt(["libvterm-dev"])]),
    .testTarget(name: "FilesTests", dependencies: ["Files"]),
    .testTarget(name: "MusicTests", dependencies: ["Music", "TestSupport"]),
    // Suites say @MainActor themselves: the macros of Swift Testing do not compile where it is the
    // default.
    .testTarget(name: "TrainingTests", dependencies: ["Training", "Music", "TestSupport"]),
    .testTarget(name: "MainThreadTests", dependencies: ["MainThread", "TestSupport"]),
    .testTarget(name: "RealtimeTests", dependencies: ["Realtime"]),
    .testTarget(
      name: "IntonationTests", dependencies: ["Intonation", "Music", "CFFTW", "PlayedTones"],
      swiftSettings: isOptimized),
    .testTarget(name: "SoundFontsTests", dependencies: ["SoundFonts", "Music", "CHeap"]),
    .testTarget(
      name: "SoundTests",
      dependencies: [
        "Sound", "SoundFonts", "Training", "Music", "MainThread", "Realtime", "Intonation",
        "Settings", "Installation", "FontWriter", "CJack", "CFluidSynth", "CResampler",
        "TestSupport", "CHeap",
        "CLibraryCalls", "MemoryJack",
      ]),
    .testTarget(
      name: "HistoryTests",
      dependencies: [
        "History", "PowerCut", "EarlierVersions", "Training", "Music", "Files", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "SettingsTests",
      dependencies: ["Settings", "Training", "Music", "TestSupport", "CTOML"]),
    .testTarget(name: "AudioFilesTests", dependencies: ["AudioFiles"]),
    .testTarget(name: "OSCTests", dependencies: ["OSC", "Training", "TestSupport"]),
    .testTarget(name: "LanguageTests", dependencies: ["Language"], swiftSettings: onMainActor),
    .testTarget(
      name: "ConsoleTests",
      dependencies: ["Console", "Language", "Training", "TestSupport", "CVTerm"],
      swiftSettings: onMainActor),
    .testTarget(
      name: "ChartsTests",
      dependencies: ["Charts", "Console", "Language", "Training", "Music", "TestSupport"],
      // Read from the sources, where they are written, too.
      exclude: ["Map/Golden", "Stage/Golden"],
      swiftSettings: onMainActor),
    .testTarget(
      name: "PeachTests",
      dependencies: [
        "PeachApp", "Program", "Client", "peach", "peach-manual", "Charts", "Console", "Language",
        "History", "Settings",
        "Sound", "SoundFonts",
        "Intonation", "Installation", "FontWriter", "Realtime", "Training", "Music", "OSC",
        "Files", "CJack",
        "TestSupport", "MemoryJack", "PowerCut",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      // Read from the sources, where they are written, too.
      exclude: ["Settings/Golden", "Tuner/Golden", "Transcripts/Golden", "Transcripts/README.md"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
