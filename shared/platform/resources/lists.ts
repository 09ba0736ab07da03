/** Kinds of fields whose value is a list, stored as JSON. */
import * as z from 'zod/mini'
import { counted } from '#shared/kernel/counts.ts'
import { line, pictureFile } from '#shared/kernel/fields.ts'
import { simplified } from './cells.ts'
import type { About } from './described.ts'
import { inSentence, same } from './kinds.ts'

/** An ordered list of pictures, by file name. */
export function pictures<C extends string>(label: string, { max, ...about }: About<C> & { max: number }) {
  const list = z.array(pictureFile).check(z.maxLength(max, `${inSentence(label)} may be ${max} at most`))
  return { ...LIST, ...about, label, edit: z._default(list, []) }
}

const LIST = {
  blank: [] as string[],
  reply: z.array(z.string()),
  input: { as: 'own' } as const,
  store: JSON.stringify as (value: string[]) => string,
  load: (stored: string) => JSON.parse(stored) as string[],
  toForm: same<string[]>,
  fromForm: same<string[]>,
  print: (value: string[]) => value.join(', '),
  printChange: pictureChange,
}

/** Text as a list of at most `maxLines` lines with at most `max` characters each. */
export function lines<C extends string>(
  label: string,
  { max, maxLines, rows, ...about }: About<C> & { max: number; maxLines: number; rows: number },
) {
  const edit = z
    .array(line('A line of text', max))
    .check(z.maxLength(maxLines, `A page has ${maxLines} lines at most`))
  return {
    ...LIST,
    ...about,
    label,
    edit,
    input: { as: 'prose', max: max * maxLines, rows } as const,
    toForm: (value: string[]) => value.join('\n'),
    fromForm: (typed: string) =>
      typed
        .split('\n')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    print: (value: string[]) => value.join(' / '),
    printChange: undefined,
  }
}

/** Some of the given options, in their order. */
export function several<C extends string, const O extends readonly string[]>(
  label: string,
  { options, ...about }: About<C> & { options: O },
) {
  type Option = O[number]
  return {
    ...LIST,
    ...about,
    label,
    blank: [] as Option[],
    edit: z.array(z.enum(options as readonly Option[])),
    reply: z.array(z.enum(options as readonly Option[])),
    input: { as: 'several', options } as const,
    store: (chosen: Option[]) => JSON.stringify(options.filter((option) => chosen.includes(option))),
    load: (stored: string) => JSON.parse(stored) as Option[],
    toForm: same<Option[]>,
    fromForm: (chosen: Option[]) => options.filter((option) => chosen.includes(option)),
    printChange: undefined,
    toCell: (value: Option[]) => value.join(', '),
    fromCell: (cell: string) => readOptions(cell, options as readonly Option[]),
  }
}

/** Like `several`. A request without the field chooses no option. */
export function severalOrNone<C extends string, const O extends readonly string[]>(
  label: string,
  about: About<C> & { options: O },
) {
  const field = several(label, about)
  return { ...field, edit: z._default(field.edit, []) }
}

/** Reads a cell such as `Fruit, floral`. Throws an Error that names the first text that is not an option. */
function readOptions<O extends string>(cell: string, options: readonly O[]): O[] {
  const named = cell
    .split(/[,;/|]/)
    .map((each) => each.trim())
    .filter(Boolean)
  const chosen = new Set(
    named.map((name) => {
      const found = options.find((option) => simplified(option) === simplified(name))
      if (!found) throw new Error(`“${name}” is not one of: ${options.join(', ')}`)
      return found
    }),
  )
  return options.filter((option) => chosen.has(option))
}

/** Describes a change of a list of pictures by the number of pictures, because people do not recognize file names. */
export function pictureChange(before: readonly string[], after: readonly string[]) {
  const added = after.filter((file) => !before.includes(file)).length
  const isMoved = added === 0 && after.length === before.length
  const more = isMoved ? ', in another order' : added > 0 && before.length > 0 ? `, ${added} of them new` : ''
  return { before: countText(before), after: `${countText(after)}${more}` }
}

function countText({ length }: readonly string[]): string {
  return length === 0 ? 'no pictures' : counted(length, 'picture')
}
