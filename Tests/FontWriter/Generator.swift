/// The generators of SoundFont 2.04 (section 8.1.2) that the fonts here set, by their numbers.
enum Generator: UInt16 {
  case vibratoToPitch = 6
  case initialFilterCutoff = 8
  case chorusSend = 15
  case reverbSend = 16
  case pan = 17
  case volumeAttack = 34
  case volumeHold = 35
  case volumeDecay = 36
  case volumeSustain = 37
  case volumeRelease = 38
  case keyToVolumeHold = 39
  case keyToVolumeDecay = 40
  case instrument = 41
  case keyRange = 43
  case sampleID = 53
  case sampleModes = 54
  case scaleTuning = 56
}
