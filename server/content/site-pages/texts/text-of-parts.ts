/**
 * The default texts name only parts of the shop that are not off. A passage of theirs can depend on a part:
 * `[[giftCards:…]]` is shown unless the part is off, and `[[!giftCards:…]]` while it is off.
 */
import { PART_IDS, type OpenParts } from '#shared/platform/parts.ts'

/** The texts in a value. Items of a list whose text is empty are left out, such as a section about a part that is off. */
export function textOfParts<T>(value: T, parts: OpenParts): T {
  return mapped(value, value, (text) => textFor(text, parts)) as T
}

/**
 * A saved value, in which the texts that are still the default texts follow the parts. All other texts are the owner's.
 * @param defaults the default texts with their passages
 * @param from the parts that the saved default texts name
 * @param to the parts that they name in the result
 */
export function withTextsOfParts<T>(value: T, defaults: unknown, from: OpenParts, to: OpenParts): T {
  return mapped(value, defaults, (text, original) =>
    typeof original === 'string' && text === textFor(original, from) ? textFor(original, to) : text,
  ) as T
}

type Change = (text: string, original: unknown) => string

function mapped(value: unknown, original: unknown, change: Change): unknown {
  if (typeof value === 'string') return change(value, original)
  if (Array.isArray(value)) {
    const originals = Array.isArray(original) ? (original as { id?: unknown }[]) : []
    return (value as { id?: unknown }[])
      .map((item) =>
        mapped(
          item,
          originals.find(({ id }) => id === item.id),
          change,
        ),
      )
      .filter(hasText)
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = typeof original === 'object' && original !== null ? original : {}
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      mapped(each, fields[name as keyof typeof fields], change),
    ]),
  )
}

const hasText = (item: unknown) =>
  !(typeof item === 'object' && item !== null && 'text' in item && item.text === '')

const PASSAGE = new RegExp(`\\[\\[(!?)(${PART_IDS.join('|')}):([^]*?)\\]\\]`, 'g')

function textFor(text: string, parts: OpenParts): string {
  if (!text.includes('[[')) return text
  return text
    .replace(PASSAGE, (_, not: string, id: string, passage: string) =>
      id in parts === (not === '') ? passage : '',
    )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
