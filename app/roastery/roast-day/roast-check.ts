/** Checks of the weight and time of a roasted batch. Losses are in thousandths, weights in grams. */
import { lossOf } from '#shared/roastery/roastery.ts'
import { bothWeights, type WeightUnit } from '#shared/kernel/weights.ts'

type Weighed = { greenGrams: number; expectedGrams: number }

/** The screen refuses losses outside these limits, because they are mistakes. */
const LEAST_LOSS = 30
const MOST_LOSS = 350

/** The screen warns if the loss differs from the expected loss by this much. */
const UNUSUAL = 30

/** Why the entered values cannot be right, by field; empty if they can. A missing weight is not a problem yet. */
export function problemsOfRoast(
  { greenGrams }: Weighed,
  { roastedGrams, seconds }: { roastedGrams: number | null; seconds: number | null },
  unit: WeightUnit,
): { roastedGrams?: string; time?: string } {
  return { ...weightProblem(greenGrams, roastedGrams, unit), ...timeProblem(seconds) }
}

function weightProblem(greenGrams: number, roastedGrams: number | null, unit: WeightUnit) {
  if (roastedGrams === null) return {}
  if (!(roastedGrams > 0)) return { roastedGrams: 'Enter a weight as a number, such as 10.2' }
  if (roastedGrams > greenGrams)
    return { roastedGrams: `This is more than the ${bothWeights(greenGrams, unit)} of green coffee` }
  const loss = lossOf({ greenGrams, roastedGrams })
  if (loss >= LEAST_LOSS && loss <= MOST_LOSS) return {}
  return {
    roastedGrams: `A loss of ${lossText(loss)} of ${bothWeights(greenGrams, unit)} cannot be right. Check the number and its unit`,
  }
}

function timeProblem(seconds: number | null) {
  if (seconds === null) return {}
  if (Number.isNaN(seconds)) return { time: 'Enter minutes and seconds, such as 11:30' }
  if (seconds < 60) return { time: 'A roast takes at least 1 minute' }
  return seconds > 3600 ? { time: 'A roast takes 1 hour at most' } : {}
}

/** A warning if the loss is far from the expected loss of this roast; null if it is not, or if no weight is entered. */
export function lossWarning(
  { greenGrams, expectedGrams }: Weighed,
  roastedGrams: number | null,
): string | null {
  if (!roastedGrams) return null
  const loss = lossOf({ greenGrams, roastedGrams })
  const expected = lossOf({ greenGrams, roastedGrams: expectedGrams })
  if (Math.abs(loss - expected) < UNUSUAL) return null
  return `A loss of ${lossText(loss)} is unusual for this roast, which loses about ${lossText(expected)}. Check the scale and the unit.`
}

/** 148 as '14.8%'. */
export function lossText(thousandths: number): string {
  return `${(thousandths / 10).toFixed(1)}%`
}

/** 702 as '11:42'. */
export function timeText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The seconds in '11:42' or '11', which is minutes. Null if the text is empty, NaN if it is not a time. */
export function secondsIn(text: string): number | null {
  if (text.trim() === '') return null
  const found = /^\s*(\d{1,2})(?:[:.]([0-5]\d))?\s*$/.exec(text)
  return found ? Number(found[1]) * 60 + Number(found[2] ?? 0) : Number.NaN
}
