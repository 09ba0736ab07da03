#!/usr/bin/env python3
"""Synthesizes the eight pieces of the sandbox music player, one for each invented record of records.json.

    python3 imagery/kit/records.py            all of them, into imagery/music/
    python3 imagery/kit/records.py sunrise    only this one

Needs numpy and ffmpeg (libopus, aac). Every piece is written as Ogg Opus and, for browsers without it, as AAC in an
.m4a file, each at most 300 KB. Notes are MIDI numbers, times are beats, and every piece has a fixed random seed, so
that a second run makes the same music.
"""
import json
import subprocess
import sys
from pathlib import Path

import numpy as np

RATE = 48_000
SECONDS = 48
LIMIT = 300 * 1024
HERE = Path(__file__).resolve().parent.parent
OUT = HERE / 'music'


def hertz(note):
    return 440.0 * 2 ** ((note - 69) / 12)


def seconds(length):
    return np.arange(int(length * RATE)) / RATE


def envelope(t, length, attack, release):
    return np.minimum(1, t / attack) * np.clip((length - t) / release, 0, 1)


# --- Instruments: (note, length in seconds, loudness 0-1, random generator) -> mono samples ---------------------------


def felt_piano(note, length, loud, rng):
    length = max(length, 2.4)
    t = seconds(length)
    f = hertz(note)
    sound = np.zeros_like(t)
    for k in range(1, 9):
        stretched = f * k * np.sqrt(1 + 0.0004 * k * k)
        sound += np.sin(2 * np.pi * stretched * t + rng.uniform(0, 6)) * np.exp(-t * (0.7 + 0.55 * k)) / k ** (2.1 - 0.4 * loud)
    knock = rng.standard_normal(t.size) * np.exp(-t * 90) * 0.05
    return (sound + low_pass(knock, 500)) * envelope(t, length, 0.006, 0.4) * loud


def plucked(note, length, loud, rng, bright=0.5, decay=0.996):
    """Karplus-Strong: a delay line that loses its highs on every round."""
    n = int(length * RATE)
    period = max(2, int(round(RATE / hertz(note))))
    line = low_pass(rng.uniform(-1, 1, period), 1500 + 6000 * bright)
    out = np.empty(n + period)
    out[:period] = line
    for start in range(period, n + period, period):
        size = min(period, n + period - start)
        previous = out[start - period : start]
        shifted = np.concatenate(([out[start - period - 1] if start > period else 0], previous[:-1]))
        out[start : start + size] = (decay * (0.5 * previous + 0.5 * shifted))[:size]
    t = seconds(length)
    return out[: t.size] * envelope(t, length, 0.003, min(0.3, length / 3)) * loud


def nylon(note, length, loud, rng):
    return plucked(note, max(length, 1.2), loud, rng, bright=0.25, decay=0.994)


def upright_bass(note, length, loud, rng):
    t = seconds(length)
    f = hertz(note)
    body = sum(np.sin(2 * np.pi * f * k * t) * np.exp(-t * (1.6 + k)) / k**1.5 for k in range(1, 6))
    return (body + plucked(note, length, 0.5, rng, bright=0.1, decay=0.99)) * envelope(t, length, 0.008, 0.08) * loud


def marimba(note, length, loud, rng):
    length = 1.4
    t = seconds(length)
    f = hertz(note)
    bar = np.sin(2 * np.pi * f * t) * np.exp(-t * 4.5) + 0.35 * np.sin(2 * np.pi * f * 3.93 * t) * np.exp(-t * 14)
    bar += 0.1 * np.sin(2 * np.pi * f * 9.2 * t) * np.exp(-t * 40)
    return bar * envelope(t, length, 0.002, 0.2) * loud


def clarinet(note, length, loud, rng):
    t = seconds(length)
    vibrato = 1 + 0.0025 * np.sin(2 * np.pi * 4.6 * t) * np.minimum(1, t)
    phase = 2 * np.pi * np.cumsum(hertz(note) * vibrato) / RATE
    tone = sum(np.sin(phase * k) / k**1.35 for k in (1, 3, 5, 7, 9)) + 0.08 * np.sin(phase * 2)
    breath = low_pass(rng.standard_normal(t.size), 2500) * 0.015
    return (tone * 0.7 + breath) * envelope(t, length, 0.07, 0.12) * loud


def muted_trumpet(note, length, loud, rng):
    t = seconds(length)
    vibrato = 1 + 0.004 * np.sin(2 * np.pi * 5.2 * t) * np.clip(t - 0.25, 0, 1)
    phase = 2 * np.pi * np.cumsum(hertz(note) * vibrato) / RATE
    opening = np.minimum(1, t / 0.09)
    tone = sum(np.sin(phase * k) * opening**k / k**0.9 for k in range(1, 11))
    return band_pass(tone, 500, 2800) * envelope(t, length, 0.03, 0.1) * loud


def organ(note, length, loud, rng):
    t = seconds(length)
    f = hertz(note)
    drawbars = ((0.5, 0.8), (1, 1.0), (1.5, 0.6), (2, 0.45), (3, 0.2), (4, 0.12))
    turn = 2 * np.pi * 5.8 * t
    tone = sum(level * np.sin(2 * np.pi * f * k * t + 0.9 * np.sin(turn) * k * 0.2) for k, level in drawbars)
    return tone * (1 + 0.18 * np.sin(turn)) * envelope(t, length, 0.02, 0.06) * loud * 0.5


def pedal_steel(note, length, loud, rng):
    length = max(length, 1.6)
    t = seconds(length)
    slide = -1.0 * np.exp(-t * 9)
    wide = 0.18 * np.sin(2 * np.pi * 5.0 * t) * np.clip(t - 0.4, 0, 1)
    phase = 2 * np.pi * np.cumsum(hertz(note + slide + wide)) / RATE
    tone = sum(np.sin(phase * k) * np.exp(-t * 0.35 * k) / k**1.4 for k in range(1, 8))
    return tone * envelope(t, length, 0.06, 0.5) * loud


def cello(note, length, loud, rng):
    t = seconds(length)
    vibrato = 0.16 * np.sin(2 * np.pi * 5.1 * t + 1) * np.clip((t - 0.3) * 1.5, 0, 1)
    phase = 2 * np.pi * np.cumsum(hertz(note + vibrato)) / RATE
    bowed = sum(np.sin(phase * k + k) / k for k in range(1, 22))
    bow = band_pass(rng.standard_normal(t.size), 1200, 3500) * 0.05
    tone = low_pass(bowed, 1600) + 0.5 * band_pass(bowed, 220, 420) + bow
    return tone * envelope(t, length, 0.16, 0.3) * loud * 0.6


def brush(_, length, loud, rng):
    t = seconds(length)
    return band_pass(rng.standard_normal(t.size), 1800, 7000) * np.exp(-t * 9) * np.minimum(1, t / 0.03) * loud * 0.5


def ride(_, length, loud, rng):
    t = seconds(max(length, 0.9))
    ping = sum(np.sin(2 * np.pi * f * t) for f in (3170, 4423, 5189, 6741)) * 0.06
    return (ping + band_pass(rng.standard_normal(t.size), 5000, 11000) * 0.2) * np.exp(-t * 5) * loud * 0.5


def conga(note, length, loud, rng):
    t = seconds(0.5)
    f = hertz(note) * (1 + 0.25 * np.exp(-t * 40))
    skin = np.sin(2 * np.pi * np.cumsum(f) / RATE) * np.exp(-t * 11)
    return (skin + band_pass(rng.standard_normal(t.size), 800, 3000) * np.exp(-t * 70) * 0.4) * loud


def kick(_, length, loud, rng):
    t = seconds(0.35)
    return np.sin(2 * np.pi * np.cumsum(48 + 60 * np.exp(-t * 35)) / RATE) * np.exp(-t * 11) * loud


# --- Filters, room, mixing --------------------------------------------------------------------------------------------


def spectral(sound, weigh):
    spectrum = np.fft.rfft(sound)
    frequency = np.fft.rfftfreq(sound.size, 1 / RATE)
    return np.fft.irfft(spectrum * weigh(frequency), sound.size)


def low_pass(sound, cutoff):
    return spectral(sound, lambda f: 1 / np.sqrt(1 + (f / cutoff) ** 4))


def band_pass(sound, low, high):
    return spectral(sound, lambda f: 1 / np.sqrt(1 + (f / high) ** 4) / np.sqrt(1 + (low / np.maximum(f, 1)) ** 4))


def room(dry, wet, decay, rng):
    """A synthetic room: dense noise that fades, darker towards its end."""
    t = seconds(decay)
    out = []
    for side in range(2):
        tail = low_pass(rng.standard_normal(t.size) * np.exp(-t * 6.9 / decay), 3800)
        tail /= np.sqrt(np.sum(tail**2))
        size = dry.shape[1] + tail.size
        fast = 1 << (size - 1).bit_length()
        echo = np.fft.irfft(np.fft.rfft(dry[side], fast) * np.fft.rfft(tail, fast), fast)[: dry.shape[1]]
        out.append(dry[side] + wet * echo)
    return np.array(out)


class Take:
    """A recording under way: notes are placed by beat, players by their place between left (-1) and right (1)."""

    def __init__(self, tempo, seed, swing=0.0):
        self.beat = 60 / tempo
        self.rng = np.random.default_rng(seed)
        self.swing = swing
        self.mix = np.zeros((2, SECONDS * RATE + 6 * RATE))

    @property
    def beats(self):
        return int((SECONDS - 4) / self.beat)

    def play(self, player, note, at, length, loud=0.5, place=0.0):
        late = self.swing * self.beat if abs(at % 1 - 0.5) < 0.01 else 0
        start = int((at * self.beat + late + max(0, self.rng.normal(0.004, 0.004))) * RATE)
        touch = loud * self.rng.uniform(0.88, 1.1)
        sound = player(note, length * self.beat, touch, self.rng)
        end = min(start + sound.size, self.mix.shape[1])
        if end <= start:
            return
        left, right = np.cos((place + 1) * np.pi / 4), np.sin((place + 1) * np.pi / 4)
        self.mix[0, start:end] += sound[: end - start] * left
        self.mix[1, start:end] += sound[: end - start] * right

    def bars(self, size, chords):
        """(first beat, chord) of every bar, the chords in turn."""
        return [(bar * size, chords[bar % len(chords)]) for bar in range(self.beats // size)]

    def choose(self, notes):
        return int(self.rng.choice(notes))

    def finish(self, wet, decay):
        sound = room(self.mix, wet, decay, self.rng)[:, : SECONDS * RATE]
        t = np.arange(sound.shape[1]) / RATE
        sound *= np.minimum(1, t / 0.05) * np.clip((SECONDS - t) / 4, 0, 1)
        sound /= np.max(np.abs(sound))
        return np.tanh(sound * 1.3) * 0.8


# --- The pieces -------------------------------------------------------------------------------------------------------


def sunrise():
    take = Take(58, 1)
    chords = [(48, 55, 64, 71), (45, 52, 60, 67), (41, 53, 57, 64), (43, 50, 59, 62)]
    tune = [(0, 76), (1.5, 74), (2, 71), (3, 72), (4, 69), (6, 67), (7, 64)]
    for at, chord in take.bars(4, chords):
        for step, note in enumerate(chord):
            take.play(felt_piano, note, at + step * 0.5, 3, 0.42, -0.2)
        if at % 8 == 0 and at >= 8:
            for late, note in tune:
                if take.rng.random() < 0.85:
                    take.play(felt_piano, note, at + late, 2, 0.5, 0.2)
    return take.finish(0.5, 2.2)


def queue():
    take = Take(168, 2, swing=0.16)
    changes = [(50, 53, 57, 60), (43, 47, 53, 57), (48, 52, 55, 59), (45, 49, 55, 58)]
    scale = [62, 64, 65, 67, 69, 71, 72, 74, 76]
    for at, chord in take.bars(4, changes):
        walk = [chord[0] - 12, chord[1] - 12, chord[2] - 12, chord[0] - 11]
        for beat, note in enumerate(walk):
            take.play(upright_bass, note, at + beat, 0.95, 0.8, -0.1)
            take.play(ride, 0, at + beat, 0.8, 0.35, 0.4)
            if beat % 2:
                take.play(ride, 0, at + beat + 0.5, 0.5, 0.22, 0.4)
                take.play(brush, 0, at + beat, 0.6, 0.5, 0.2)
        for late in (0, 1.5) if take.rng.random() < 0.6 else (2.5,):
            for note in chord[1:]:
                take.play(felt_piano, note + 12, at + late, 0.6, 0.2, -0.4)
        if at >= 16 and at % 16 < 12:
            position = take.rng.integers(2, 7)
            for late in np.arange(0, 4, 0.5):
                if take.rng.random() < 0.62:
                    position = int(np.clip(position + take.rng.integers(-2, 3), 0, 8))
                    take.play(clarinet, scale[position], at + late, 0.48, 0.32, 0.3)
    return take.finish(0.22, 0.9)


def lines():
    take = Take(132, 3)
    chords = [(45, 55, 60, 64), (50, 53, 60, 64), (43, 53, 59, 64), (48, 55, 59, 64)]
    tune = [(0, 76, 1.5), (1.5, 74, 0.5), (2, 72, 2), (4.5, 71, 1), (5.5, 72, 0.5), (6, 74, 2)]
    for at, chord in take.bars(4, chords):
        take.play(nylon, chord[0], at, 1.6, 0.75, -0.1)
        take.play(nylon, chord[0] + 7, at + 2, 1.6, 0.6, -0.1)
        for late in (0.5, 1.5, 2.5, 3) if at % 8 else (0, 1, 2.5, 3.5):
            for note in chord[1:]:
                take.play(nylon, note, at + late, 0.9, 0.42, -0.2)
        take.play(brush, 0, at + 1, 0.5, 0.18, 0.5)
        take.play(brush, 0, at + 3, 0.5, 0.18, 0.5)
        if at >= 8 and at % 16 in (0, 8):
            for late, note, length in tune:
                take.play(clarinet, note - 12, at + late, length, 0.24, 0.35)
    return take.finish(0.3, 1.2)


def stones():
    take = Take(112, 4)
    cells = [(60, 67, 64, 71, 67, 64), (57, 64, 60, 69, 64, 60), (62, 69, 65, 72, 69, 65), (55, 62, 59, 67, 62, 59)]
    for index, (at, cell) in enumerate(take.bars(6, cells)):
        for step in range(12):
            take.play(marimba, cell[step % 6], at + step * 0.5, 0.5, 0.5 if step % 6 else 0.62, -0.35)
            if index >= 2 and step % 2 == 0:
                take.play(marimba, cell[(step * 2 + 3) % 6] + 12, at + step * 0.5 + 0.25, 0.5, 0.28, 0.4)
        take.play(marimba, cell[0] - 12, at, 1, 0.55, 0)
        if index >= 3:
            take.play(clarinet, cell[3], at, 2.8, 0.3, 0.25)
            take.play(clarinet, cell[2] + 12 * (index % 2), at + 3, 2.6, 0.26, 0.25)
    return take.finish(0.35, 1.4)


def window():
    take = Take(96, 5)
    chords = [(45, 57, 60, 64), (50, 57, 62, 65), (52, 56, 62, 68), (45, 57, 60, 64)]
    tune = [(0, 69, 1), (1, 72, 0.5), (1.5, 76, 1.5), (3, 74, 1), (4, 77, 1.5), (5.5, 76, 0.5), (6, 74, 1), (7, 72, 1)]
    answer = [(0, 71, 1), (1, 74, 0.5), (1.5, 76, 1.5), (3, 80, 1), (4, 76, 3.5)]
    for at, chord in take.bars(4, chords):
        take.play(upright_bass, chord[0] - 12, at, 1.4, 0.75)
        take.play(upright_bass, chord[0] - 5, at + 2, 0.9, 0.6)
        take.play(upright_bass, chord[0] - 12, at + 3, 0.9, 0.6)
        for late, skin, loud in ((0, 57, 0.3), (0.5, 57, 0.16), (1, 62, 0.34), (1.5, 57, 0.16), (2, 57, 0.2), (2.5, 57, 0.16), (3, 52, 0.42), (3.5, 52, 0.42)):
            take.play(conga, skin, at + late, 0.4, loud, 0.45)
        for late in (1, 2, 3.5):
            for note in chord[1:]:
                take.play(nylon, note, at + late, 0.7, 0.36, -0.4)
        if at >= 8 and at % 8 == 0:
            for late, note, length in tune if at % 16 else answer:
                take.play(muted_trumpet, note, at + late, length, 0.4, 0.1)
    return take.finish(0.3, 1.3)


def arches():
    take = Take(118, 6, swing=0.14)
    changes = [(53, 57, 60, 63), (58, 62, 65, 68), (53, 57, 60, 63), (48, 52, 58, 62)]
    blues = [65, 68, 70, 71, 72, 75, 77]
    for at, chord in take.bars(4, changes):
        for beat in range(4):
            note = (chord[0], chord[1], chord[2], chord[0] + 1)[beat] - 24
            take.play(organ, note + 12, at + beat, 0.85, 0.5, -0.1)
            take.play(ride, 0, at + beat, 0.7, 0.32, 0.4)
            if beat in (1, 3):
                take.play(brush, 0, at + beat, 0.5, 0.75, 0.2)
                take.play(ride, 0, at + beat + 0.5, 0.5, 0.2, 0.4)
            else:
                take.play(kick, 0, at + beat, 0.3, 0.4)
        for note in chord[1:]:
            take.play(organ, note, at + 0.5, 1.2, 0.15, -0.3)
            take.play(organ, note, at + 2.5, 0.6, 0.15, -0.3)
        if at >= 8 and at % 16 < 12:
            position = int(take.rng.integers(1, 5))
            for late in (0, 0.5, 1, 1.5, 2, 2.5, 3):
                if take.rng.random() < 0.55:
                    position = int(np.clip(position + take.rng.integers(-2, 3), 0, 6))
                    take.play(plucked, blues[position], at + late, 0.9, 0.6, 0.35)
    return take.finish(0.2, 0.8)


def rain():
    take = Take(72, 7)
    chords = [(43, 55, 59, 62), (48, 55, 60, 64), (43, 55, 59, 62), (50, 57, 60, 66)]
    tune = [(0, 71, 2.5), (2.5, 74, 1), (3.5, 76, 3), (7, 74, 1), (8, 71, 3), (11, 69, 1), (12, 67, 3.5)]
    size = take.mix.shape[1]
    for side in range(2):
        falling = band_pass(take.rng.standard_normal(size), 900, 6500) * 0.018
        drops = np.zeros(size)
        where = take.rng.integers(0, size, 420)
        drops[where] = take.rng.uniform(0.1, 0.7, where.size)
        take.mix[side] += falling + band_pass(drops, 1200, 4200) * 0.9
    for at, chord in take.bars(4, chords):
        for step, pick in enumerate((0, 2, 1, 3, 2, 1, 3, 2)):
            take.play(nylon, chord[pick], at + step * 0.5, 1.1, 0.42, -0.35)
        take.play(upright_bass, chord[0] - 12 if chord[0] > 45 else chord[0], at, 1.8, 0.55)
        take.play(upright_bass, chord[0] - 5, at + 2, 1.6, 0.45)
        if at % 16 == 0 and at >= 0:
            for late, note, length in tune:
                take.play(pedal_steel, note, at + late, length, 0.34, 0.3)
    return take.finish(0.4, 1.8)


def moon():
    take = Take(54, 8)
    phrases = [
        [(0, 50, 2), (2, 57, 1), (3, 60, 1), (4, 59, 3), (7, 57, 1)],
        [(0, 55, 2), (2, 53, 1), (3, 52, 1), (4, 50, 3.5)],
        [(0, 57, 1.5), (1.5, 62, 1.5), (3, 64, 1), (4, 65, 2.5), (6.5, 64, 1.5)],
        [(0, 62, 2), (2, 60, 1), (3, 57, 1), (4, 50, 4)],
    ]
    for at, phrase in take.bars(8, phrases):
        for late, note, length in phrase:
            take.play(cello, note, at + late, length + 0.15, 0.5, 0.1)
        take.play(cello, phrase[0][1] - 12 if phrase[0][1] > 50 else 38, at, 7.6, 0.18, -0.2)
    return take.finish(0.6, 2.8)


PIECES = {make.__name__: make for make in (sunrise, queue, lines, stones, window, arches, rain, moon)}


def encode(samples, name, rate):
    raw = (np.clip(samples.T, -1, 1) * 32767).astype('<i2').tobytes()
    feed = ['ffmpeg', '-v', 'error', '-y', '-f', 's16le', '-ar', str(RATE), '-ac', '2', '-i', '-', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact']
    opus = [*feed, '-c:a', 'libopus', '-b:a', f'{rate}k', '-vbr', 'constrained', str(OUT / f'{name}.opus')]
    aac = [*feed, '-c:a', 'aac', '-ac', '1', '-ar', '32000', '-b:a', f'{rate}k', '-movflags', '+faststart', str(OUT / f'{name}.m4a')]
    for command in (opus, aac):
        subprocess.run(command, input=raw, check=True)
        size = Path(command[-1]).stat().st_size
        assert size <= LIMIT, f'{command[-1]} has {size} bytes, more than {LIMIT}'


def main():
    known = [record['sleeve'] for record in json.loads((HERE / 'records.json').read_text())]
    assert known == list(PIECES), 'records.json and this script name the same pieces, in the same order'
    OUT.mkdir(exist_ok=True)
    for name in sys.argv[1:] or PIECES:
        encode(PIECES[name](), name, 44)
        print(name, *(f'{(OUT / f"{name}.{kind}").stat().st_size // 1024} KB' for kind in ('opus', 'm4a')))


if __name__ == '__main__':
    main()
