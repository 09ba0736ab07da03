/** The addresses that fit a name, the best one first. */
import { slugProblem } from '#shared/platform/resources/slug.ts'

/** Longer names are cut after a whole word, so that a number still fits. */
const MAX_LENGTH = 60
const MAX_NUMBER = 9

/** Letters that Unicode does not decompose into a Latin letter and an accent. */
const LETTERS: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  '’': '',
  "'": '',
}

/**
 * `Café Crème №2` -> `cafe-creme-no2`. Empty if the text has no Latin letter and no digit.
 * @param max the maximum length in characters
 */
export function slugFrom(text: string, max = MAX_LENGTH): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]/g, (sign) => LETTERS[sign] ?? '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
  if (words.length <= max) return words
  const end = words.lastIndexOf('-', max)
  return words.slice(0, end > 0 ? end : max)
}

/** What an address is made from: the name, and what tells records with the same name apart, such as the region. */
export type SlugSource = { id: string; name: string; more?: readonly string[] }

/**
 * The addresses for a record: its name, the name with what tells it apart, numbers, and one that no other record has.
 * @param noun what a record is, for names that give no address: `product`
 */
export function candidatesFor({ id, name, more = [] }: SlugSource, noun: string): string[] {
  const parts = more.map((part) => slugFrom(part)).filter(Boolean)
  const own = slugFrom(name)
  const base = isUsable(own) ? own : [/[a-z]/.test(own) ? '' : noun, own].filter(Boolean).join('-')
  const first = own === '' ? [...parts, noun] : [base]
  const apart = parts.filter((part) => own !== '' && !`-${own}-`.includes(`-${part}-`))
  const numbers = Array.from({ length: MAX_NUMBER - 1 }, (_, index) => `${first[0]}-${index + 2}`)
  const last = id.toLowerCase().replace(/[^a-z0-9]/g, '')
  return [
    ...first,
    ...apart.map((part) => slugFrom(`${base}-${part}`)),
    ...numbers,
    `${first[0]}-${last.slice(-6)}`,
    `${noun}-${last}`,
  ].filter(isUsable)
}

function isUsable(slug: string): boolean {
  return slug !== '' && slugProblem(slug) === null
}
