/** Mails about wholesale accounts with long names. */
import type { WholesaleMail } from '#shared/platform/mails/kinds.ts'
import { RHYTHM_MAILS, type RhythmMail } from '#shared/platform/mails/rhythm.ts'
import type { Shop } from '#server/platform/shop.ts'
import { standingMail, weekContent } from './standing.ts'
import { renderMail, type MailBody } from './template.ts'
import { WHOLESALE_CONTENTS, wholesaleContent } from './wholesale.ts'

/** One mail of each kind. */
export async function wholesaleMails(shop: Shop): Promise<Record<WholesaleMail, MailBody[]>> {
  const kinds = Object.keys(WHOLESALE_CONTENTS) as WholesaleMail[]
  const mails = kinds.map(async (kind) => [kind, [await renderMail(shop, wholesaleContent(kind, WHOLESALE))]])
  return Object.fromEntries(await Promise.all(mails)) as Record<WholesaleMail, MailBody[]>
}

const WHOLESALE = {
  name: 'Wolfeschlegelsteinhausenbergerdorff Featherstonehaugh',
  company: 'Donaudampfschifffahrtsgesellschaftskaffeehaus LLC',
  shop: 'Roasters With a Long Name',
  text: `See https://www.example.com/a/very/long/path/${'x'.repeat(200)}?with=query. Or answer.`,
  inbox: 'a.very.long.address.of.the.shop@roasters-with-a-long-name.example',
  link: `https://frame.example/wholesale/apply#${'T'.repeat(43)}`,
  press: 'Join the account',
  terms: [['Terms', 'Net 14 days']] as const,
  certificate: { form: 'ST-10', number: '10-123456789F-001', expiresOn: '2027-01-04' },
}

/** One mail of each kind about standing orders, and the weekly mail. */
export async function rhythmMails(shop: Shop): Promise<Record<RhythmMail, MailBody[]>> {
  const { name, company, text, link } = WHOLESALE
  const week = weekContent({ name, location: company, until: '2026-11-30T17:00:00.000Z' }, link)
  const about = {
    title: company,
    text: [text, name],
    button: 'Open the standing order',
    path: '/wholesale/standing',
  }
  const standing = standingMail(about, 'https://frame.example')
  const mails = (Object.keys(RHYTHM_MAILS) as RhythmMail[]).map(
    async (kind): Promise<[string, MailBody[]]> => [
      kind,
      [await renderMail(shop, kind === 'week-order' ? week : standing)],
    ],
  )
  return Object.fromEntries(await Promise.all(mails)) as Record<RhythmMail, MailBody[]>
}
