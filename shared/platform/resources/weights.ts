/** Kinds of fields that are weights: whole grams in rows and in the API, a number with a unit in forms. */
import * as z from 'zod/mini'
import { readWeight, weighIn, type WeightUnit } from '#shared/kernel/weights.ts'
import type { About } from './described.ts'
import { inSentence, optionalInteger, same } from './kinds.ts'

/** The largest weight of any field, 100 tons. An integer column can hold much more. */
const MOST_GRAMS = 100_000_000

type WeightOptions<C extends string> = About<C> & {
  /** The largest weight in grams. */
  max?: number
  /** Whether the form starts with g or oz instead of kg or lb. */
  isSmall?: true
}

/** A required weight, more than 0. */
export function weight<C extends string>(label: string, { max, isSmall, ...about }: WeightOptions<C>) {
  return {
    ...WEIGHT,
    ...about,
    label,
    edit: weightRule(inSentence(label), max),
    reply: z.int(),
    blank: 0,
    input: { as: 'weight', required: true, isSmall } as const,
    fromForm: readWeight,
  }
}

/** An optional weight; null if empty. */
export function optionalWeight<C extends string>(
  label: string,
  { max, isSmall, ...about }: WeightOptions<C>,
) {
  return {
    ...WEIGHT,
    ...about,
    label,
    edit: z._default(z.nullable(weightRule(inSentence(label), max)), null),
    reply: z.nullable(z.int()),
    blank: null as number | null,
    input: { as: 'weight', required: false, isSmall } as const,
    store: same<number | null>,
    load: same<number | null>,
    fromForm: (typed: string) => (typed === '' ? null : readWeight(typed)),
  }
}

/**
 * An optional weight of a bag or a parcel, `min` grams or more. The form's value is the number of grams.
 * @param first the unit that the form starts with, if it is not the shop's
 */
export function smallWeight<C extends string>(
  label: string,
  { first, ...about }: About<C> & { min?: number; max: number; first?: WeightUnit },
) {
  return {
    ...optionalInteger(label, { ...about, unit: 'g' }),
    input: { as: 'weight', required: false, isSmall: true, isPlain: true, first } as const,
  }
}

/** The schema of a weight in grams, more than 0. */
export function weightRule(label: string, max = MOST_GRAMS) {
  return z
    .int(`${label} must be a weight`)
    .check(
      z.minimum(1, `${label} must be more than 0`),
      z.maximum(max, `${label} cannot be more than ${weighIn(true)(max)}`),
    )
}

const WEIGHT = {
  store: same<number>,
  load: same<number>,
  // Always in grams, so that no conversion rounds it. The form shows it in the unit of the shop.
  toForm: (grams: number | null) => (grams === null || grams === 0 ? '' : `${grams} g`),
  print: (grams: number | null) => (grams === null ? '' : weighIn(true)(grams)),
}
