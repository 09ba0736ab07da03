/** A kind of field for a list of parts in percent, such as the lots of a roast. The percents add up to 100. */
import * as z from 'zod/mini'
import { ID } from '#shared/kernel/id.ts'
import { inSentence } from './kinds.ts'
import { numberOf } from './cells.ts'

export type Part = { id: string; percent: number }
export type TypedPart = { id: string; percent: string }

const MOST_PARTS = 12

/** `what` is one part in messages: 'lot'. */
export function parts(label: string, { what, hint }: { what: string; hint: string }) {
  const rule = z
    .array(z.object({ id: z.string().check(z.regex(ID, `Choose a ${what}`)), percent: percentRule }))
    .check(
      z.minLength(1, `Choose at least one ${what}`),
      z.maxLength(MOST_PARTS, `${inSentence(label)}: ${MOST_PARTS} at most`),
      z.refine(
        (list) => new Set(list.map((each) => each.id)).size === list.length,
        `The same ${what} is chosen twice`,
      ),
      z.refine((list) => sumOf(list) === 100, {
        error: ({ input }) => sumProblem(sumOf(input as Part[])),
      }),
    )
  return {
    column: 'parts' as const,
    label,
    hint,
    edit: rule,
    reply: z.array(z.object({ id: z.string(), percent: z.int() })),
    blank: [] as Part[],
    input: { as: 'own' } as const,
    store: JSON.stringify as (list: Part[]) => string,
    load: (stored: string) => JSON.parse(stored) as Part[],
    toForm: (list: Part[]): TypedPart[] => list.map((each) => ({ ...each, percent: String(each.percent) })),
    fromForm: (list: TypedPart[]): Part[] =>
      list.map((each) => ({ id: each.id, percent: numberOf(each.percent) })),
    print: (list: Part[]) => list.map(({ percent }) => `${percent}%`).join(', '),
  }
}

/** The sum of the percents; NaN if one of them is not a number. */
export function sumOf(list: readonly { percent: number }[]): number {
  return list.reduce((sum, { percent }) => sum + percent, 0)
}

/** Says what the percents add up to. */
function sumProblem(sum: number): string {
  return `The percents add up to ${sum}. They have to add up to exactly 100`
}

const percentRule = z
  .int('Enter a whole percent from 1 to 100')
  .check(
    z.minimum(1, 'Enter a whole percent from 1 to 100'),
    z.maximum(100, 'Enter a whole percent from 1 to 100'),
  )
