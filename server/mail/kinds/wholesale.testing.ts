/** Mails about wholesale accounts with long names. */
import type { WholesaleMail } from '#shared/platform/mails/kinds.ts'
import type { Shop } from '#server/platform/shop.ts'
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
