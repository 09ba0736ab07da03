/** Two people, or the owner and a sale, have changed the same product: what is whose, field by field. */
import { FIELDS, type Field, type Values } from './values.ts'

/** A field that changed meanwhile. `yours` is null where the form leaves it alone, so that theirs stands. */
export type Difference = { field: Field; before: string; theirs: string; yours: string | null }

/**
 * @param base what the form was opened with
 * @param mine what it holds now
 * @param theirs what the shop has by now
 */
export function differences(base: Values, mine: Values, theirs: Values): Difference[] {
  return FIELDS.filter((field) => base[field] !== theirs[field]).map((field) => ({
    field,
    before: base[field],
    theirs: theirs[field],
    yours:
      mine[field] === base[field] || mine[field] === theirs[field]
        ? null
        : yoursOf(field, { base, mine, theirs }),
  }))
}

/** What the form holds on top of `theirs`: its own changes, but of those that clash only the chosen ones. */
export function merged(
  base: Values,
  mine: Values,
  found: Difference[],
  chosen: ReadonlySet<Field>,
): Partial<Values> {
  const clashing = new Map(found.map((difference) => [difference.field, difference]))
  const kept = FIELDS.flatMap((field): [Field, string][] => {
    const clash = clashing.get(field)
    if (!clash) return mine[field] === base[field] ? [] : [[field, mine[field]]]
    return clash.yours !== null && chosen.has(field) ? [[field, clash.yours]] : []
  })
  return Object.fromEntries(kept)
}

/** A count that was changed by hand is a difference: bags that were sold meanwhile stay sold. */
function yoursOf(field: Field, { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', Values>): string {
  if (field !== 'countInStock') return mine[field]
  const count = Number(theirs[field]) + Number(mine[field]) - Number(base[field])
  return Number.isFinite(count) ? String(Math.max(0, count)) : mine[field]
}
