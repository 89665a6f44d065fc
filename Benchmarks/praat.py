#!/usr/bin/env python3
"""Measures the performances that `peach-bench map --keep FOLDER` has kept with Praat, and prints its errors beside Peach's.

Needs the wheels praat-parselmouth and numpy. Praat follows pitch and finds no notes, so it is given the notes' true
beginnings and ends: of each note it gets the mean over the frames from 0.05 s after its onset to 0.03 s before its end.
Peach is given nothing.
"""
import collections
import json
import pathlib
import sys

import numpy
import parselmouth

KEYS = 8  # A key's bias is taken from this many notes on.


def praat(sound, note):
    """The pitch of a note in hertz; nan without a frame."""
    lowest = max(note["hertz"] / 2.5, 40)
    # Three periods of the lowest pitch have to fit into the note.
    start = max(note["onset"] - 0.2, 0)
    part = sound.extract_part(start, min(note["onset"] + note["seconds"] + 0.2, sound.xmax))
    pitch = part.to_pitch_ac(
        time_step=0.005, pitch_floor=lowest, pitch_ceiling=note["hertz"] * 2.5, very_accurate=True)
    times = pitch.xs() + start
    hertz = pitch.selected_array["frequency"]
    inside = (times > note["onset"] + 0.05) & (times < note["onset"] + note["seconds"] - 0.03)
    inside &= hertz > 0
    return float(numpy.exp(numpy.log(hertz[inside]).mean())) if inside.any() else float("nan")


def cents(heard, note):
    return 1200 * numpy.log2(heard / note["hertz"])


def share(heard, note):
    """How much of the shorter one's time is the other's."""
    end = note["onset"] + note["seconds"]
    both = min(heard["end"], end) - max(heard["onset"], note["onset"])
    return both / max(min(heard["end"] - heard["onset"], note["seconds"]), 0.01)


def peach(record):
    """The error of each note that Peach has found, in cents."""
    free = list(record["heard"])
    errors = {}
    for index, note in enumerate(record["notes"]):
        near = [h for h in free if abs(cents(h["hertz"], note)) < 50 and share(h, note) >= 0.5]
        if near:
            best = max(near, key=lambda h: share(h, note))
            free.remove(best)
            errors[index] = cents(best["hertz"], note)
    return errors


def biases(record, errors):
    keys = collections.defaultdict(list)
    for index, error in errors.items():
        keys[record["notes"][index]["key"]].append(error)
    return [abs(float(numpy.median(e))) for e in keys.values() if len(e) >= KEYS]


def main(folder):
    groups = collections.defaultdict(lambda: collections.defaultdict(list))
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        record = json.loads(path.read_text())
        samples = numpy.fromfile(path.with_suffix(".f32"), dtype=numpy.float32)
        sound = parselmouth.Sound(samples.astype(float), sampling_frequency=record["rate"])
        found = {}
        for index, note in enumerate(record["notes"]):
            error = cents(praat(sound, note), note)
            if abs(error) < 50:
                found[index] = error
        for name, errors in [("Peach", peach(record)), ("Praat", found)]:
            for group in [record["condition"], "~ all"]:
                groups[group][name, "notes"] += [abs(e) for e in errors.values()]
                groups[group][name, "keys"] += biases(record, errors)
                groups[group][name, "found"].append(len(errors) / len(record["notes"]))
    print(f"{'':32}{'found':>7}{'note, median':>14}{'95 %':>9}{'bias, median':>14}{'max':>9}   cents")
    for group in sorted(groups):
        for name in ["Peach", "Praat"]:
            notes, keys, found = (groups[group][name, part] for part in ["notes", "keys", "found"])
            if not notes or not keys:
                continue
            print(f"{group.lstrip('~ ') + ', ' + name:32}{numpy.mean(found):7.3f}{numpy.median(notes):14.3f}"
                  f"{numpy.percentile(notes, 95):9.3f}{numpy.median(keys):14.3f}{max(keys):9.3f}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: praat.py FOLDER")
    main(sys.argv[1])
