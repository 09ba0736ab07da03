/**
 * The fields of a cupping, in the order of its form, and the total of the SCA form (decisions/070-roastery.md). The scores are
 * stored as JSON (server/roastery/batches/cuppings.ts).
 */
import * as z from 'zod/mini'
import { day } from '#shared/platform/resources/days.ts'
import type { About } from '#shared/platform/resources/described.ts'
import { longText, requiredText } from '#shared/platform/resources/kinds.ts'

const CUPPING_FORMS = ['Short form', 'SCA form'] as const
type CuppingForm = (typeof CUPPING_FORMS)[number]

/** The attributes of the short form, with 1 to 10 points each. */
export const SHORT_SCORES = ['aroma', 'acidity', 'sweetness', 'body', 'finish', 'overall'] as const

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
type ScaScore = (typeof SCA_SCORES)[number]

/** The attributes of the SCA form that are scored cup by cup: the number of good cups. */
export const SCA_CUPS = ['uniformCups', 'cleanCups', 'sweetCups'] as const
type ScaCups = (typeof SCA_CUPS)[number]

/** The cups of a sample. */
export const CUPS = 5
const POINTS_PER_CUP = 2
/**
 * The points that are subtracted for a cup with a taint (an off-flavor in the aroma) or a fault (an off-flavor in the
 * taste).
 */
const POINTS_PER_TAINT = 2
const POINTS_PER_FAULT = 4

const onlyFor = (form: CuppingForm) => ({ field: 'form', is: form, problem: `Only for the ${form}` })

/** The form shows this text for a score that is not given yet. */
const OPEN = '—'

const SHORT_POINTS = Array.from({ length: 10 }, (_, index) => index + 1)
const SCA_POINTS = Array.from({ length: 17 }, (_, index) => 6 + index / 4)
const CUP_COUNTS = Array.from({ length: CUPS + 1 }, (_, index) => index)

/** A score, chosen from the points of its form. */
function score<C extends string>(
  label: string,
  { points, problem, ...about }: About<C> & { points: readonly number[]; problem: string },
) {
  const decimals = points.some((each) => !Number.isInteger(each)) ? 2 : 0
  const textOf = (value: number | null) => (value === null ? OPEN : value.toFixed(decimals))
  const isPoints = (value: number | null) => value === null || points.includes(value)
  return {
    ...about,
    label,
    blank: null as number | null,
    edit: z._default(z.nullable(z.number(problem)).check(z.refine(isPoints, problem)), null),
    reply: z.nullable(z.number()),
    input: { as: 'choice', options: [OPEN, ...points.map(textOf)] } as const,
    store: (value: number | null) => value,
    load: (value: number | null | undefined) => value ?? null,
    toForm: textOf,
    fromForm: (typed: string) => (typed === OPEN ? null : Number(typed)),
    print: (value: number | null) => (value === null ? '' : textOf(value)),
  }
}

const short = <C extends string>(label: string, column: C, hint?: string) =>
  score(label, {
    column,
    points: SHORT_POINTS,
    problem: `${label} must be 1 to 10`,
    onlyWhen: onlyFor('Short form'),
    ...(hint ? { hint } : {}),
  })

const sca = <C extends string>(label: string, column: C) =>
  score(label, {
    column,
    points: SCA_POINTS,
    problem: `${label} must be 6 to 10 in quarter points`,
    onlyWhen: onlyFor('SCA form'),
  })

/** A number of the five cups. */
function cups<C extends string>(label: string, { blank, ...about }: About<C> & { blank: number }) {
  const problem = `${label} must be 0 to ${CUPS}`
  return {
    ...about,
    label,
    blank,
    onlyWhen: onlyFor('SCA form'),
    edit: z._default(z.int(problem).check(z.minimum(0, problem), z.maximum(CUPS, problem)), blank),
    reply: z.int(),
    input: { as: 'choice', options: CUP_COUNTS.map(String) } as const,
    store: (value: number) => value,
    load: (value: number | undefined) => value ?? blank,
    toForm: String as (value: number) => string,
    fromForm: Number as (typed: string) => number,
    print: String as (value: number) => string,
  }
}

export const cuppingFields = {
  form: {
    ...requiredText('Form', { column: 'form', max: 20 }),
    blank: CUPPING_FORMS[0] as CuppingForm,
    edit: z.enum(CUPPING_FORMS),
    reply: z.enum(CUPPING_FORMS),
    input: { as: 'choice', options: CUPPING_FORMS } as const,
    store: (form: CuppingForm) => STORED[form],
    load: (stored: 'short' | 'sca') => CUPPING_FORMS.find((form) => STORED[form] === stored)!,
    toForm: (form: CuppingForm): string => form,
    fromForm: (typed: string) => CUPPING_FORMS.find((form) => form === typed) ?? CUPPING_FORMS[0],
    print: (form: CuppingForm): string => form,
  },
  cuppedOn: day('Day', { column: 'cupped_on' }),
  cupper: requiredText('Cupped by', { column: 'cupper', max: 60 }),
  aroma: short('Aroma', 'aroma'),
  acidity: short('Acidity', 'acidity'),
  sweetness: short('Sweetness', 'sweetness'),
  body: short('Body', 'body'),
  finish: short('Finish', 'finish'),
  overall: short('Overall', 'overall'),
  fragrance: sca('Fragrance and aroma', 'fragrance'),
  flavor: sca('Flavor', 'flavor'),
  aftertaste: sca('Aftertaste', 'aftertaste'),
  scaAcidity: sca('Acidity', 'sca_acidity'),
  scaBody: sca('Body', 'sca_body'),
  balance: sca('Balance', 'balance'),
  scaOverall: sca('Overall', 'sca_overall'),
  uniformCups: cups('Uniformity', {
    column: 'uniform_cups',
    blank: CUPS,
    hint: 'Cups of five that taste the same',
  }),
  cleanCups: cups('Clean cup', { column: 'clean_cups', blank: CUPS, hint: 'Cups without a defect' }),
  sweetCups: cups('Sweetness', { column: 'sweet_cups', blank: CUPS, hint: 'Sweet cups' }),
  taintCups: cups('Cups with a taint', {
    column: 'taint_cups',
    blank: 0,
    hint: '2 points are subtracted for each',
  }),
  faultCups: cups('Cups with a fault', {
    column: 'fault_cups',
    blank: 0,
    hint: '4 points are subtracted for each',
  }),
  notes: longText('Notes', {
    column: 'notes',
    max: 2000,
    rows: 3,
    hint: 'What it tastes like, such as “orange, honey, milk chocolate”',
  }),
}

const STORED: Record<CuppingForm, 'short' | 'sca'> = { 'Short form': 'short', 'SCA form': 'sca' }

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
  const points = scores.reduce<number>((sum, each) => sum + (each ?? 0), 0)
  const cupPoints = SCA_CUPS.reduce((sum, name) => sum + sheet[name] * POINTS_PER_CUP, 0)
  return points + cupPoints - sheet.taintCups * POINTS_PER_TAINT - sheet.faultCups * POINTS_PER_FAULT
}
