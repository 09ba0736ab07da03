/** The kinds of fields that only a brew guide has: times, the ratio, steps and sizes. */
import * as z from 'zod/mini'
import { count, requiredLine } from '#shared/kernel/fields.ts'
import type { About } from '#shared/platform/resources/described.ts'
import { inSentence, same } from '#shared/platform/resources/kinds.ts'
import { numberOf } from '#shared/platform/resources/cells.ts'
import { STEP_KINDS, clockOf, secondsOf, stepTitle, type BrewSize, type BrewStep } from '../brew-recipe.ts'

const MAX_SECONDS = 172_800
const MAX_GRAMS = 10_000
const MAX_STEPS = 20
const MAX_SIZES = 6

/** A required time in seconds, as '2:45' in the form. */
export function clock<C extends string>(label: string, about: About<C>) {
  const problem = `${inSentence(label)} is a time such as 2:45 or 12 h`
  return {
    ...about,
    label,
    edit: z
      .int(problem)
      .check(z.minimum(1, problem), z.maximum(MAX_SECONDS, `${inSentence(label)} is too long`)),
    reply: z.int(),
    blank: 0,
    input: { as: 'line', max: 8, required: true } as const,
    store: same<number>,
    load: same<number>,
    toForm: (seconds: number) => (seconds === 0 ? '' : clockOf(seconds)),
    fromForm: secondsOf,
    print: clockOf,
  }
}

/** Grams of water for a gram of coffee, with at most two decimals. */
export function ratio<C extends string>(label: string, about: About<C>) {
  const problem = `${inSentence(label)} is a number from 1 to 30 with at most two decimals`
  return {
    ...about,
    label,
    edit: z
      .number(problem)
      .check(z.minimum(1, problem), z.maximum(30, problem), z.refine(hasTwoDecimals, problem)),
    reply: z.number(),
    blank: 0,
    input: { as: 'number', step: 'any', required: true } as const,
    store: (value: number) => Math.round(value * 100),
    load: (hundredths: number) => hundredths / 100,
    toForm: (value: number) => (value === 0 ? '' : String(value)),
    fromForm: numberOf,
    print: String as (value: number) => string,
  }
}

function hasTwoDecimals(value: number): boolean {
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
}

const stepTime = z
  .int('Enter times such as 0:45')
  .check(z.minimum(0, 'Enter times such as 0:45'), z.maximum(MAX_SECONDS, 'A step is too long'))
const grams = (label: string) => count(label, MAX_GRAMS, 1)

const stepRule = z.object({
  start: stepTime,
  end: stepTime,
  kind: z.enum(STEP_KINDS),
  grams: z.nullable(grams('Grams')),
  text: requiredLine('The sentence', 160),
})

export type TypedStep = { start: string; end: string; kind: string; grams: string; text: string }

/** The steps of a guide, in the order of their times. */
export function steps<C extends string>(label: string, about: About<C>) {
  return {
    ...about,
    label,
    edit: z
      .array(stepRule)
      .check(
        z.minLength(1, 'A guide has at least one step'),
        z.maxLength(MAX_STEPS, 'A guide has 20 steps at most'),
      ),
    reply: z.array(
      z.object({
        start: z.int(),
        end: z.int(),
        kind: z.enum(STEP_KINDS),
        grams: z.nullable(z.int()),
        text: z.string(),
      }),
    ),
    blank: [] as BrewStep[],
    input: { as: 'own' } as const,
    store: JSON.stringify as (list: BrewStep[]) => string,
    load: (stored: string) => JSON.parse(stored) as BrewStep[],
    toForm: (list: BrewStep[]): TypedStep[] =>
      list.map((step) => ({
        ...step,
        start: clockOf(step.start),
        end: clockOf(step.end),
        grams: step.grams === null ? '' : String(step.grams),
      })),
    fromForm: (list: TypedStep[]): BrewStep[] =>
      list.map((step) => ({
        start: secondsOf(step.start),
        end: secondsOf(step.end),
        kind: step.kind as BrewStep['kind'],
        grams: step.grams.trim() === '' ? null : numberOf(step.grams),
        text: step.text,
      })),
    print: (list: BrewStep[]) =>
      list.map((step) => `${clockOf(step.start)} ${stepTitle(step, false)}: ${step.text}`).join(' / '),
  }
}

const SIZE_EXAMPLE = 'Write each size as “3 cups: 15 g, 150 g”'
const sizeRule = z.object({
  name: requiredLine('The name of a size', 40),
  dose: grams('Coffee'),
  water: grams('Water'),
})

/** Sizes of a pot or a basket, one per line of the form: '3 cups: 15 g, 150 g'. */
export function sizes<C extends string>(label: string, about: About<C>) {
  return {
    ...about,
    label,
    edit: z._default(
      z.array(sizeRule, SIZE_EXAMPLE).check(z.maxLength(MAX_SIZES, 'A brewer has 6 sizes at most')),
      [],
    ),
    reply: z.array(z.object({ name: z.string(), dose: z.int(), water: z.int() })),
    blank: [] as BrewSize[],
    input: { as: 'prose', max: 600, rows: 3 } as const,
    store: JSON.stringify as (list: BrewSize[]) => string,
    load: (stored: string) => JSON.parse(stored) as BrewSize[],
    toForm: (list: BrewSize[]) => list.map(sizeText).join('\n'),
    fromForm: sizesOf,
    print: (list: BrewSize[]) => list.map(sizeText).join(' / '),
  }
}

function sizeText({ name, dose, water }: BrewSize): string {
  return `${name}: ${dose} g, ${water} g`
}

/** The sizes of the typed lines. A line that is none of them is a size without grams, which the server refuses. */
function sizesOf(typed: string): BrewSize[] {
  const lines = typed.split('\n').map((each) => each.trim())
  return lines.filter(Boolean).map((each) => {
    const parts = each.split(':')
    const amounts = (parts.length > 1 ? parts.pop()! : '').split(',')
    const [dose = Number.NaN, water = Number.NaN] = amounts.map((amount) =>
      numberOf(amount.trim().replace(/g$/i, '')),
    )
    return { name: parts.join(':').trim(), dose, water }
  })
}
