/**
 * A recipe of a brew guide: its arithmetic, its amounts for another dose, and its figures as text. Published recipes often
 * contradict themselves, so `problemsOf` checks each one that is saved.
 */
import { capitalized, formatNumber } from '#shared/kernel/counts.ts'

export const STEP_KINDS = ['pour', 'stir', 'wait', 'press', 'heat'] as const
export type StepKind = (typeof STEP_KINDS)[number]

export type BrewStep = {
  /** Seconds from the first contact with water. */
  start: number
  end: number
  kind: StepKind
  /** What the scale shows at the end of a pour, with all pours before it; null if nothing is poured. */
  grams: number | null
  /** Without amounts, because they change with the dose. */
  text: string
}

/** A pot or a basket, which sets the dose: a moka pot and an espresso machine do not scale. */
export type BrewSize = { name: string; dose: number; water: number }

export type BrewRecipe = {
  /** Grams of coffee, and of water that touches the coffee; for espresso, the weight of the shot. */
  dose: number
  water: number
  /** Whether `water` is what is in the cup, as for espresso. */
  isYield: boolean
  /** Grams of water for a gram of coffee. */
  ratio: number
  /** Grams of water to heat, with what rinses and warms; null if it is not heated apart. */
  kettle: number | null
  /** The temperature of the water in degrees Celsius; null for cold water. */
  celsius: number | null
  grind: string
  /** The seconds after which it is done. */
  doneFrom: number
  doneTo: number
  steps: readonly BrewStep[]
  /** The doses between which the recipe can be scaled; both are null if it cannot. */
  minDose: number | null
  maxDose: number | null
  /** Whether a larger dose takes longer, as in a pour over. In an immersion, the times stay. */
  timesGrow: boolean
  sizes: readonly BrewSize[]
}

/** The published recipes agree within this share. */
const TOLERANCE = 0.02

type Problem = { field: keyof BrewRecipe; message: string }

/** What is wrong with a recipe: amounts or times that contradict each other. */
export function problemsOf(recipe: BrewRecipe): Problem[] {
  return [...problemsOfAmounts(recipe), ...problemsOfSteps(recipe), ...problemsOfDoses(recipe)]
}

function problemsOfAmounts({ dose, water, isYield, ratio, kettle, doneFrom, doneTo }: BrewRecipe): Problem[] {
  const problems: Problem[] = []
  if (!agrees({ dose, water }, ratio))
    problems.push({
      field: 'ratio',
      message: `${dose} g of coffee and ${water} g of water are a ratio of ${(water / dose).toFixed(1)}`,
    })
  if (kettle !== null && !isYield && kettle < water)
    problems.push({ field: 'kettle', message: 'The kettle holds less than the recipe needs' })
  if (doneTo < doneFrom)
    problems.push({ field: 'doneTo', message: 'The latest time is before the earliest one' })
  return problems
}

function agrees({ dose, water }: { dose: number; water: number }, ratio: number): boolean {
  return Math.abs(dose * ratio - water) <= water * TOLERANCE
}

const AMOUNT = /\d\s*(g|grams?|ml|oz|ounces?)\b/i

function problemsOfSteps({ steps, water, doneTo }: BrewRecipe): Problem[] {
  const found = steps.flatMap((step, index) => {
    const before = steps.slice(0, index)
    const poured = before.findLast(({ grams }) => grams !== null)?.grams ?? 0
    const problem = problemOfStep(step, before.at(-1)?.end ?? null, poured)
    return problem ? [`Step ${index + 1}: ${problem}`] : []
  })
  const last = steps.findLast(({ grams }) => grams !== null)?.grams
  if (last !== water) found.push(`The last pour must reach ${water} g, like the recipe`)
  if ((steps.at(-1)?.end ?? 0) > doneTo) found.push('The steps take longer than the recipe')
  return found.slice(0, 1).map((message) => ({ field: 'steps', message }))
}

/** @param after when the step before ends; null for the first step */
function problemOfStep({ start, end, kind, grams, text }: BrewStep, after: number | null, poured: number) {
  if (after === null && start !== 0) return 'the first step starts at 0:00'
  if (after !== null && start < after) return 'it starts before the step before it ends'
  if (end <= start) return 'it must end after it starts'
  if (grams !== null && kind !== 'pour') return 'only a pour has grams'
  if (grams !== null && grams <= poured) return `the scale already shows ${poured} g`
  return AMOUNT.test(text) ? 'leave amounts out of the sentence, because they change with the dose' : null
}

function problemsOfDoses({ dose, water, ratio, minDose, maxDose, sizes }: BrewRecipe): Problem[] {
  if (minDose === null && maxDose === null) return problemsOfSizes({ dose, water, ratio, sizes })
  if (sizes.length > 0)
    return [{ field: 'sizes', message: 'A brewer has sizes or doses from and to, and not both' }]
  if (minDose === null) return [{ field: 'minDose', message: 'Enter the smallest dose too' }]
  if (maxDose === null) return [{ field: 'maxDose', message: 'Enter the largest dose too' }]
  if (minDose > dose) return [{ field: 'minDose', message: `The recipe has ${dose} g` }]
  return maxDose < dose ? [{ field: 'maxDose', message: `The recipe has ${dose} g` }] : []
}

function problemsOfSizes({
  dose,
  water,
  ratio,
  sizes,
}: Pick<BrewRecipe, 'dose' | 'water' | 'ratio' | 'sizes'>): Problem[] {
  if (sizes.length === 0) return []
  const wrong = sizes.find((size) => !agrees(size, ratio))
  if (wrong) return [{ field: 'sizes', message: `${wrong.name}: its water does not fit the ratio` }]
  const hasOwn = sizes.some((size) => size.dose === dose && size.water === water)
  return hasOwn ? [] : [{ field: 'sizes', message: `One of the sizes must have ${dose} g and ${water} g` }]
}

/** Scales show 1 g of coffee and 5 g of water without an effort. */
const WATER_STEP = 5
const TIME_STEP = 5
/** Doubling a pour over takes about a fifth longer. */
const GROWTH = Math.log2(1.2)

/** The recipe for another dose, within its limits. The recipe itself if it does not scale. */
export function scaledTo<R extends BrewRecipe>(recipe: R, dose: number): R {
  const { minDose, maxDose } = recipe
  if (minDose === null || maxDose === null || !Number.isFinite(dose)) return recipe
  const grams = Math.min(Math.max(Math.round(dose), minDose), maxDose)
  const by = grams / recipe.dose
  const longer = recipe.timesGrow ? by ** GROWTH : 1
  return resized(recipe, { dose: grams, water: rounded(recipe.water * by, WATER_STEP) }, longer)
}

/** The recipe for one of its sizes. */
export function inSize<R extends BrewRecipe>(recipe: R, size: BrewSize): R {
  return resized(recipe, size, 1)
}

function resized<R extends BrewRecipe>(
  recipe: R,
  { dose, water }: { dose: number; water: number },
  longer: number,
): R {
  if (dose === recipe.dose && water === recipe.water) return recipe
  const time = (seconds: number) => (longer === 1 ? seconds : rounded(seconds * longer, TIME_STEP))
  const poured = (grams: number) =>
    grams === recipe.water ? water : rounded((grams * water) / recipe.water, WATER_STEP)
  return {
    ...recipe,
    dose,
    water,
    // What rinses the filter and warms the brewer stays the same.
    kettle: recipe.kettle === null ? null : water + recipe.kettle - recipe.water,
    doneFrom: time(recipe.doneFrom),
    doneTo: time(recipe.doneTo),
    steps: recipe.steps.map((step) => ({
      ...step,
      start: time(step.start),
      end: time(step.end),
      grams: step.grams === null ? null : poured(step.grams),
    })),
  }
}

function rounded(value: number, to: number): number {
  return Math.round(value / to) * to
}

/** 'Pour to 60 g', 'Stir'. For espresso: 'Run to 36 g'. */
export function stepTitle({ kind, grams }: Pick<BrewStep, 'kind' | 'grams'>, isYield: boolean): string {
  const verb = isYield && kind === 'pour' ? 'Run' : capitalized(kind)
  return grams === null ? verb : `${verb} to ${formatNumber(grams)} g`
}

/** '205 °F (96 °C)'. Readers in the United States know degrees Fahrenheit. */
export function temperatureText(celsius: number): string {
  return `${fahrenheitOf(celsius)} °F (${celsius} °C)`
}

export function fahrenheitOf(celsius: number): number {
  return Math.round((celsius * 9) / 5 + 32)
}

/** '1:16.7', '1:4.85'. */
export function ratioText(ratio: number): string {
  return `1:${Number(ratio.toFixed(ratio < 10 ? 2 : 1))}`
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** '0:45', '9:00', '12 h', '1:30:00'. */
export function clockOf(seconds: number): string {
  if (seconds >= HOUR && seconds % HOUR === 0) return `${seconds / HOUR} h`
  const minutes = Math.floor(seconds / MINUTE)
  const end = two(seconds % MINUTE)
  return minutes < 60 ? `${minutes}:${end}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${end}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** The seconds of a typed time: '0:45', '45', '12 h', '12:00:00'. NaN if it is none. */
export function secondsOf(typed: string): number {
  const text = typed.trim()
  const hours = /^(\d{1,3})\s*h(ours?)?$/i.exec(text)
  if (hours) return Number(hours[1]) * HOUR
  if (!/^\d{1,6}$|^(\d{1,3}:)?\d{1,3}:[0-5]\d$/.test(text)) return Number.NaN
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** '2:45', '5:00–6:00', '28–32 s'. */
export function doneText({ doneFrom, doneTo }: Pick<BrewRecipe, 'doneFrom' | 'doneTo'>): string {
  if (doneTo < MINUTE) return doneFrom === doneTo ? `${doneTo}\u00a0s` : `${doneFrom}–${doneTo}\u00a0s`
  return doneFrom === doneTo ? clockOf(doneTo) : `${clockOf(doneFrom)}–${clockOf(doneTo)}`
}
