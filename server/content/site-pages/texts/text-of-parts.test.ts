import { expect, test } from 'vitest'
import { MAILS } from '#shared/platform/mails/kinds.ts'
import type { MailFacts } from '#shared/platform/mails/introductions.ts'
import { ALL_PARTS, PART_IDS, type OpenParts } from '#shared/platform/parts.ts'
import { PART_WORDS } from '#shared/platform/part-words.ts'
import { DEFAULT_TEXTS } from './default-texts.ts'
import { textOfParts, withTextsOfParts } from './text-of-parts.ts'

const mailTexts = Object.entries<MailFacts>(MAILS).map(([kind, { edited }]) => [kind, edited?.cases] as const)
const withoutPart = (part: string): OpenParts =>
  Object.fromEntries(PART_IDS.filter((id) => id !== part).map((id) => [id, 'on']))

test.each([
  ['while all parts are on', ALL_PARTS],
  ['while all parts are off', {}],
])('every passage of the default texts names a part that exists, %s', (_, parts) => {
  const texts = JSON.stringify(textOfParts([DEFAULT_TEXTS, ...mailTexts], parts))
  expect(texts.match(/\[\[!?\w+:/g)).toBeNull()
  expect(texts.match(/.{20}(?: {2}| ,| \.(?!\w)).{20}/g)).toBeNull()
})

test.each(PART_IDS)('no default text of a page names %s while this part is off', (part) => {
  for (const [page, texts] of Object.entries(DEFAULT_TEXTS)) {
    // Without the ids of sections.
    const words = JSON.stringify(textOfParts(texts, withoutPart(part))).replaceAll(/"id":"[^"]*"/g, '')
    expect([page, PART_WORDS[part].exec(words)?.[0]]).toEqual([page, undefined])
  }
})

test('a saved text that is still the default follows the parts both ways, and the owner’s own does not', () => {
  const [off, on] = [withoutPart('roastery'), ALL_PARTS]
  const defaults = {
    line: 'Coffee [[roastery:roasted in]][[!roastery:from]] Vienna.',
    rows: [
      { id: 'a', text: '[[roastery:We roast.]]' },
      { id: 'b', text: 'We brew.' },
    ],
  }
  const saved = { line: 'Coffee from Vienna.', rows: [{ id: 'b', text: 'We roast, and we brew.' }] }
  expect(withTextsOfParts(saved, defaults, off, on)).toEqual({ ...saved, line: 'Coffee roasted in Vienna.' })
  const whole = textOfParts(defaults, on)
  expect(withTextsOfParts(whole, defaults, on, off)).toEqual({
    line: 'Coffee from Vienna.',
    rows: [{ id: 'b', text: 'We brew.' }],
  })
})
