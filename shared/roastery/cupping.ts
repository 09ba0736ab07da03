/** The scores of a cupping and the total of the SCA form (decisions/070-roastery.md). */

export const CUPPING_FORMS = ['Short form', 'SCA form'] as const
export type CuppingForm = (typeof CUPPING_FORMS)[number]

/** The attributes of the short form, with 1 to 10 points each. */
export const SHORT_SCORES = ['aroma', 'acidity', 'sweetness', 'body', 'finish', 'overall'] as const
export type ShortScore = (typeof SHORT_SCORES)[number]

/** The attributes of the SCA form that are scored from 6 to 10 in quarter points. */
export const SCA_SCORES = [
  'fragrance',
  'flavor',
  'aftertaste',
  'scaAcidity',
  'scaBody',
  'balance',
  'scaOverall',
] as const
export type ScaScore = (typeof SCA_SCORES)[number]

/** The attributes of the SCA form that are scored cup by cup: the number of good cups. */
export const SCA_CUPS = ['uniformCups', 'cleanCups', 'sweetCups'] as const
export type ScaCups = (typeof SCA_CUPS)[number]

/** The cups of a sample. */
export const CUPS = 5
const POINTS_PER_CUP = 2
/**
 * The points that are subtracted for a cup with a taint (an off-flavor in the aroma) or a fault (an off-flavor in the
 * taste).
 */
const POINTS_PER_TAINT = 2
const POINTS_PER_FAULT = 4

export type ScaSheet = { [S in ScaScore]: number | null } & { [C in ScaCups]: number } & {
  taintCups: number
  faultCups: number
}

/**
 * The final score of the SCA form in points: the sum of the seven scores and of two points for each uniform, clean and
 * sweet cup, less two points for each cup with a taint and four for each with a fault (Specialty Coffee Association,
 * Arabica Cupping Form, and its protocol "Cupping Specialty Coffee"). Null if a score is missing.
 */
export function scaTotal(sheet: ScaSheet): number | null {
  const scores = SCA_SCORES.map((name) => sheet[name])
  if (scores.includes(null)) return null
  const points = scores.reduce<number>((sum, score) => sum + (score ?? 0), 0)
  const cups = SCA_CUPS.reduce((sum, name) => sum + sheet[name] * POINTS_PER_CUP, 0)
  return points + cups - sheet.taintCups * POINTS_PER_TAINT - sheet.faultCups * POINTS_PER_FAULT
}
