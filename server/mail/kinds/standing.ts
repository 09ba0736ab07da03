/** The mails of wholesale about standing orders, and the weekly mail with the link that opens last week's order. */
import { randomBytes } from 'node:crypto'
import { dayOf, formatDate, timeOf } from '#shared/kernel/dates.ts'
import { timeText } from '#shared/kernel/days.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { AboutStanding } from '#server/platform/outbox/row.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { TokenSource } from './mail-links.ts'
import { button, headline, oneLine, typedText, type MailContent } from './template.ts'

/** @param origin the base URL of the shop */
export function standingMail(
  { title, text, button: label, path }: AboutStanding['standing'],
  origin: string,
): MailContent {
  return {
    preview: text[0] ?? title,
    title,
    parts: [...text.map(typedText), button(label, origin + path)],
    why: 'You get this email because it is about a standing order of your account at our shop.',
  }
}

/**
 * The mail with the link to the weekly order. Null if the link is no longer valid: the buyer was removed or has changed the
 * email address, or the cut-off has passed.
 */
export async function weekMail(shop: Shop, id: string, tokenOf: TokenSource): Promise<MailContent | null> {
  const row = await shop.db
    .selectFrom('week_links as link')
    .innerJoin('buyers', 'buyers.id', 'link.buyer_id')
    .innerJoin('locations', 'locations.id', 'link.location_id')
    .select(['buyers.name', 'locations.name as location', 'expires_at as until'])
    .where('link.id', '=', id)
    .where('removed_at', 'is', null)
    .whereRef('buyers.email', '=', 'link.email')
    .where('expires_at', '>', isoNow(shop.clock))
    .executeTakeFirst()
  if (!row) return null
  const token = await tokenOf(async () => {
    const made = randomBytes(32).toString('base64url')
    await shop.db
      .updateTable('week_links')
      .set({ token_hash: hashToken(made) })
      .where('id', '=', id)
      .execute()
    return made
  })
  return weekContent(row, `${originOf(shop.config)}/wholesale/week#${token}`)
}

/** @param link opens the order; it has a token */
export function weekContent(
  row: { name: string; location: string; until: string },
  link: string,
): MailContent {
  const until = new Date(row.until)
  const by = `${formatDate(dayOf(until), 'shortWeekday')}, ${timeText(timeOf(until))}`
  return {
    preview: `Order by ${by}.`,
    title: `Your order for ${oneLine(row.location)}`,
    parts: [
      `Hello ${oneLine(row.name)},`,
      'the link opens what you ordered last time. Change what you need, and send it.',
      headline('Order by', by),
      button('Open my order', link),
      'The link works without a password, so do not forward it: who has it can order for this location until then. It shows no invoices and no payment data.',
    ],
    why: 'You get this email every week because you asked for it. Switch it off on the page of your account.',
  }
}
