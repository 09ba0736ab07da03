/** Random choices that are the same in each run, because they follow from a seed. */

export type Random = ReturnType<typeof randomFrom>

/** The generator is mulberry32: 32 bits of state, enough for a few thousand invented rows. */
export function randomFrom(seed: number) {
  let state = seed
  /** From 0 to less than 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** A whole number from `from` to `to`. */
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)]!
  /** One of the entries; an entry with twice the weight is chosen twice as often. */
  const weighted = <T>(entries: readonly (readonly [T, number])[]): T => {
    let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of entries) {
      rest -= weight
      if (rest < 0) return value
    }
    return entries.at(-1)![0]
  }
  const chance = (share: number): boolean => next() < share
  return { int, pick, weighted, chance }
}
