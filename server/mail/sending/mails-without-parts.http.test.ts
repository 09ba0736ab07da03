/** A part of the shop that is off leaves no word in the mails. */
import { expect, test } from 'vitest'
import type { MailFacts } from '#shared/platform/mails/introductions.ts'
import { MAILS } from '#shared/platform/mails/kinds.ts'
import { PART_WORDS } from '#shared/platform/part-words.ts'
import { PART_IDS } from '#shared/platform/parts.ts'
import { MAIL_SETTINGS } from '#test/mailbox.ts'
import { switchPart } from '#test/parts.ts'
import { openShop } from '#test/shop.ts'
import { everyMail } from './every-mail.testing.ts'

test.each(PART_IDS)('%s: while it is off, no mail of any kind names it or links to it', async (part) => {
  const shop = await openShop({ env: MAIL_SETTINGS })
  try {
    await switchPart(shop, part, 'off')
    const mails = Object.entries(await everyMail(shop, part))
    expect(mails.length).toBeGreaterThan(20)
    const found = mails.flatMap(([kind, all]) =>
      all.flatMap(({ text, html }, index) => {
        // Names of files and of classes are not read.
        const read = `${text}\n${html.replaceAll(/ (?:src|style|class)="[^"]*"/g, '')}`
        return [...read.matchAll(new RegExp(PART_WORDS[part], 'gi'))].map(
          (hit) => `${kind} ${index}: …${read.slice(Math.max(0, hit.index - 60), hit.index + 60)}…`,
        )
      }),
    )
    expect(found).toEqual([])
    const subjects = mails.map(([kind]) => [kind, (MAILS as Record<string, MailFacts>)[kind]?.subject ?? ''])
    expect(subjects.filter(([, subject = '']) => PART_WORDS[part].test(subject))).toEqual([])
  } finally {
    await shop.close()
  }
})
