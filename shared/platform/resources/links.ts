/** The kind of field for links. */
import * as z from 'zod/mini'
import { line } from '#shared/kernel/fields.ts'
import type { About } from './field.ts'
import { inSentence, ruledText } from './kinds.ts'

const MAX_LINK = 500

/** The addresses that a link may have, and the example in the message for another address. */
const ALLOWED = {
  /** A page on another site, or a page of this shop. */
  any: {
    isAllowed: (text: string) => isOfSite(text) || isOwnPath(text),
    example: 'https://example.com/page, or a page of the shop such as /shop',
  },
  /** A page on another site. */
  full: { isAllowed: isOfSite, example: 'https://example.com/page' },
  /** A page on another site, whose address begins with https://. */
  https: {
    isAllowed: (text: string) => isOfSite(text) && /^https:/i.test(text),
    example: 'https://example.com/page',
  },
}

/** A link, by default to `any` address. Optional unless `required`. */
export function link<C extends string>(
  label: string,
  { required = false, to = 'any', ...about }: About<C> & { required?: boolean; to?: keyof typeof ALLOWED },
) {
  const name = inSentence(label)
  const { isAllowed, example } = ALLOWED[to]
  return ruledText(label, {
    ...about,
    edit: line(name, MAX_LINK).check(
      z.refine((text) => text !== '' || !required, `${name} is required`),
      z.refine((text) => text === '' || isAllowed(text), `Enter an address such as ${example}`),
    ),
    input: { as: 'line', max: MAX_LINK, required },
  })
}

function isOfSite(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text) && !/\s/.test(text)
}

/** `//host` is the address of another site. */
function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(text)
}
