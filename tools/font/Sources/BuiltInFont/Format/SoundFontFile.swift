/// A file in SoundFont 2.04, the edition with 24-bit samples: their lowest bytes are in a separate
/// chunk that older players skip.
struct SoundFontFile {
  let name: String
  /// Sorted by bank and program, as players expect.
  let instruments: [Instrument]

  /// The whole file.
  func bytes() -> [UInt8] {
    let samples = instruments.flatMap(\.zones).map(\.sample)
    let articulation = ArticulationTables(instruments: instruments)
    return RIFFChunk(
      "RIFF", type: "sfbk",
      [
        RIFFChunk("LIST", type: "INFO", information),
        RIFFChunk("LIST", type: "sdta", Self.sampleData(samples)),
        RIFFChunk("LIST", type: "pdta", articulation.chunks + [Self.headers(of: samples)]),
      ]
    ).bytes
  }

  var information: [RIFFChunk] {
    [
      RIFFChunk("ifil", [2, 0, 4, 0]),
      RIFFChunk("isng", text: "EMU8000"),
      RIFFChunk("INAM", text: name),
      RIFFChunk("ICRD", text: "2025"),
      RIFFChunk("ICOP", text: "MIT"),
      RIFFChunk("ICMT", text: "Sounds exactly in tune, for training the ear"),
      RIFFChunk("ISFT", text: "peach-font:peach-font"),
    ]
  }

  /// The points of all samples: the upper 16 bits of each, and separately the lower 8.
  private static func sampleData(_ samples: [Sample]) -> [RIFFChunk] {
    var upper = ByteBuffer()
    var lower = ByteBuffer()
    let silence = [Int32](repeating: 0, count: Sample.silentPoints)
    for sample in samples {
      for point in sample.points + silence {
        upper.append(Int16(truncatingIfNeeded: point >> 8))
        lower.append(UInt8(truncatingIfNeeded: point))
      }
    }
    return [RIFFChunk("smpl", upper.bytes), RIFFChunk("sm24", lower.bytes)]
  }

  /// The sample headers (section 7.10), positions in points from the start of `smpl`.
  static func headers(of samples: [Sample]) -> RIFFChunk {
    var buffer = ByteBuffer()
    var start = 0
    for sample in samples {
      buffer.append(sample.name, width: 20)
      let end = start + sample.points.count
      let loop = sample.loop
      for position in [start, end, start + loop.lowerBound, start + loop.upperBound] {
        buffer.append(UInt32(position))
      }
      buffer.append(sample.rate)
      buffer.append(sample.rootKey)
      let correctionCents: Int8 = 0
      buffer.append(correctionCents)
      let link: UInt16 = 0
      buffer.append(link)
      let mono: UInt16 = 1
      buffer.append(mono)
      start = end + Sample.silentPoints
    }
    buffer.append("EOS", width: 46)
    return RIFFChunk("shdr", buffer.bytes)
  }
}
