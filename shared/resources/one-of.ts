/** A kind of field whose value is one of a list of texts, or none. */
import * as z from 'zod/mini'
import type { About } from './field.ts'
import { simplified } from './cells.ts'
import { inSentence } from './kinds.ts'

/**
 * One of the given options, or an empty text.
 * @param none the text of the form for no option
 */
export function oneOf<C extends string>(
  label: string,
  { options, none, ...about }: About<C> & { options: readonly string[]; none: string },
) {
  const problem = `${inSentence(label)} must be one of: ${options.join(', ')}`
  const isOption = (value: string) => value === '' || options.includes(value)
  return {
    ...about,
    label,
    edit: z._default(z.string(problem).check(z.refine(isOption, problem)), ''),
    reply: z.string(),
    blank: '',
    input: { as: 'choice', options: [none, ...options] } as const,
    store: (value: string) => value,
    load: (stored: string) => stored,
    toForm: (value: string) => value || none,
    fromForm: (typed: string) => (typed === none ? '' : typed),
    print: (value: string) => value || none,
    toCell: (value: string) => value,
    fromCell: (cell: string) => {
      const wanted = simplified(cell)
      if (wanted === '' || wanted === simplified(none)) return ''
      const option = options.find((each) => simplified(each) === wanted)
      if (option === undefined) throw new Error(problem)
      return option
    },
  }
}
