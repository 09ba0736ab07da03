/** The mail of a recall (server/mail/recall/recall-mail.ts): the owner's text with what this buyer got. */
import { originOf } from '#server/platform/http/origin.ts'
import type { AboutRecall } from '#server/platform/outbox/row.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { introduction } from './introduction.ts'
import { oneLine, renderMail, type MailBody } from './template.ts'

/** The mail as it is sent. The line `{coffees}` becomes a list; elsewhere, the placeholder becomes a part of the sentence. */
export async function recallBody(
  shop: Shop,
  { name, text, coffees }: AboutRecall['recall'],
): Promise<MailBody> {
  const business = await businessOf(shop)
  const origin = originOf(shop.config)
  const lines = coffees.map(oneLine)
  const values = {
    name: oneLine(name),
    coffees: lines.join('; '),
    shop: business.roasters,
    email: (await inboxOf(shop)).replyTo,
    phone: business.phone,
  }
  const parts = text
    .split(/^ *\{coffees\} *$/m)
    .flatMap((part, index) => [
      ...(index > 0 ? [lines.join('\n')] : []),
      ...(part.trim() ? [introduction(part, values, origin)] : []),
    ])
  return renderMail(shop, {
    preview: lines[0] ?? '',
    title: 'Please do not drink this coffee',
    parts,
    why: 'You get this email because you bought this coffee from our shop. It is about your safety, and is not advertising.',
  })
}
