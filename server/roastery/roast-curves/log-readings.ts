/** The readings of a sensor in a roast log, without its faults. */

/** In degrees Celsius. Other values are faults of a sensor. */
const COLDEST = -30
const HOTTEST = 600
/** Readings that may be wild one after another. */
const LONGEST_FAULT = 2
/** Degrees by which a wild reading is off. */
const WILD = 15

/**
 * Temperatures in degrees Celsius, not rounded. Null for faults: Artisan writes -1 for a missing reading, and a sensor that
 * fails often reads 0.
 */
export function temperaturesOf(
  values: readonly number[],
  length: number,
  toCelsius: (value: number) => number,
): (number | null)[] {
  return withoutWild(
    Array.from({ length }, (_, index) => {
      const value = values[index]
      if (value === undefined || value === -1 || value === 0) return null
      const celsius = toCelsius(value)
      return celsius >= COLDEST && celsius <= HOTTEST ? celsius : null
    }),
  )
}

/**
 * Leaves out one or two readings that are far from those before and after them, while those are near to each other. Beans
 * do not change their temperature that fast.
 */
function withoutWild(values: (number | null)[]): (number | null)[] {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const kept = [...values]
  for (let at = 1; at < known.length - 1; at++) {
    const length = lengthOfFault(known, at)
    for (let wild = 0; wild < length; wild++) kept[known[at + wild]!.index] = null
    at += length
  }
  // The first and the last reading have one neighbor.
  for (const [edge, next, further] of [known.slice(0, 3), known.toReversed().slice(0, 3)]) {
    const limit = Math.max(WILD, 3 * Math.abs((next?.value ?? 0) - (further?.value ?? 0)))
    if (edge && further && Math.abs(edge.value - next!.value) > limit) kept[edge.index] = null
  }
  return kept
}

function lengthOfFault(known: readonly { value: number }[], at: number): number {
  const before = known[at - 1]!.value
  for (let length = 1; length <= LONGEST_FAULT && at + length < known.length; length++) {
    const after = known[at + length]!.value
    const limit = Math.max(WILD, 3 * Math.abs(after - before))
    const wild = known.slice(at, at + length)
    const isOff = (side: number) =>
      wild.every(({ value }) => side * (value - before) > limit && side * (value - after) > limit)
    if (isOff(1) || isOff(-1)) return length
  }
  return 0
}

/** Rounded to tenths. */
export function tenths(value: number): number {
  // Adding 0 makes 0 of -0, which JSON does not have.
  return Math.round(value * 10) / 10 + 0
}
