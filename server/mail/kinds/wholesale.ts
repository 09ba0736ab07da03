/** Mails to applicants for a wholesale account and to its people, written when they are sent. */
import type { WholesaleMail } from '#shared/platform/mails/kinds.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { deliveryText, minimumText, termsText } from '#shared/wholesale/account-texts.ts'
import type { CompanyRow } from '#server/kernel/db/schema.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { AboutWholesale } from '#server/platform/outbox/row.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { signJoining } from '#server/wholesale/accounts/join.ts'
import { nameOfCompany, toLocation } from '#server/wholesale/accounts/rows.ts'
import { makeApplicationLink } from '#server/wholesale/applications/link.ts'
import type { TokenSource } from './mail-links.ts'
import { button, facts, oneLine, typedText, type MailContent } from './template.ts'

type Context = {
  name: string
  /** The name of the account; empty for an applicant. */
  company: string
  shop: string
  inbox: string
  /** What staff have written. */
  text: string
  link: string
  /** What the button does. */
  press: string
  /** The certificate that ends, as text. */
  certificate: { form: string; number: string; expiresOn: string }
  /** The terms of the account and the delivery to its first location. */
  terms: readonly (readonly [label: string, value: string])[]
}

/** Returns the mail. Null if its application or person is gone, or if it no longer applies. */
export async function aboutWholesale(
  shop: Shop,
  kind: WholesaleMail,
  about: AboutWholesale['wholesale'],
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  const found = await partiesOf(shop, about, tokenOf)
  if (!found) return null
  const { roasters } = await businessOf(shop)
  return wholesaleContent(kind, {
    ...found,
    shop: roasters,
    inbox: (await inboxOf(shop)).replyTo,
    text: about.text ?? '',
  })
}

/** Returns the mail. */
export function wholesaleContent(kind: WholesaleMail, context: Context): MailContent {
  return WHOLESALE_CONTENTS[kind](context)
}

const hello = ({ name }: Context) => `Hello ${oneLine(name)},`
const APPLIED = 'You get this email because you asked for a wholesale account at our shop.'
const ACTS = 'You get this email because you act for a wholesale account at our shop.'

/** The mails by kind. */
export const WHOLESALE_CONTENTS: Record<WholesaleMail, (context: Context) => MailContent> = {
  'wholesale-application': (context) => ({
    preview: 'Ten minutes, and you can stop and go on later.',
    title: 'A few questions',
    parts: [
      hello(context),
      'thank you for your interest in our coffee. To open an account for you we need the legal name of your business, where we deliver, who pays the bills, and your certificate of resale if you have one.',
      button('Fill in the application', context.link),
      `What you type is kept, so you can stop and go on later. The link works for 60 days, and a newer email replaces it. A question? Write to ${context.inbox}.`,
    ],
    why: APPLIED,
  }),
  'wholesale-needs': (context) => ({
    preview: 'Your application needs one more thing.',
    title: 'One more thing',
    parts: [typedText(context.text), button('Open the application', context.link)],
    why: APPLIED,
  }),
  'wholesale-declined': (context) => ({
    preview: 'About your wholesale application.',
    title: 'Your application',
    parts: [typedText(context.text)],
    why: APPLIED,
  }),
  'wholesale-approved': (context) => ({
    preview: `${oneLine(context.company)} can order now.`,
    title: 'Your account is open',
    drawing: 'packing',
    parts: [typedText(context.text), facts(context.terms), button(context.press, context.link)],
    why: ACTS,
  }),
  'wholesale-buyer': (context) => ({
    preview: `You can act for ${oneLine(context.company)}.`,
    title: 'Order for your business',
    parts: [
      hello(context),
      `you are invited to act for ${oneLine(context.company)} at ${context.shop}.`,
      button(context.press, context.link),
      `The link works once, within 30 days. If you do not know ${oneLine(context.company)}, ignore this email.`,
    ],
    why: ACTS,
  }),
  'wholesale-terms': (context) => ({
    preview: 'How your orders are paid from today on.',
    title: 'Your terms change',
    parts: [typedText(context.text), button(context.press, context.link)],
    why: ACTS,
  }),
  'wholesale-closed': (context) => ({
    preview: `About the account of ${oneLine(context.company)}.`,
    title: 'Your account is closed',
    parts: [typedText(context.text), button(context.press, context.link)],
    why: ACTS,
  }),
  'wholesale-certificate': (context) => ({
    preview: `It is valid until ${formatDate(context.certificate.expiresOn, 'day')}.`,
    title: 'Your certificate ends',
    parts: [
      `Hello,`,
      `the certificate of resale of ${oneLine(context.company)} is valid until ${formatDate(context.certificate.expiresOn, 'day')}. From the next day on we have to charge sales tax, until you send us the new one.`,
      facts([
        ['Form', oneLine(context.certificate.form)],
        ['Number', oneLine(context.certificate.number)],
      ]),
      button(context.press, context.link),
    ],
    why: ACTS,
  }),
}

type Parties = Omit<Context, 'shop' | 'inbox' | 'text'>

const NO_CERTIFICATE = { form: '', number: '', expiresOn: '' }

/** Whom and what a mail is about; null if that is gone. */
async function partiesOf(
  shop: Shop,
  about: AboutWholesale['wholesale'],
  tokenOf: TokenSource,
): Promise<Parties | null> {
  if (about.application) return ofApplication(shop, about.application, tokenOf)
  if (about.buyer) return ofBuyer(shop, about.buyer, tokenOf)
  return about.company ? ofCompany(shop, about.company) : ofCertificate(shop, about.certificate ?? '')
}

async function ofApplication(shop: Shop, id: string, tokenOf: TokenSource): Promise<Parties | null> {
  const row = await shop.db
    .selectFrom('applications')
    .select(['name', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || row.state === 'approved') return null
  const parties = { name: row.name, company: '', press: '', certificate: NO_CERTIFICATE, terms: [] }
  if (row.state === 'declined') return { ...parties, link: '' }
  const token = await tokenOf(() => makeApplicationLink(shop, id))
  return { ...parties, link: `${originOf(shop.config)}/wholesale/apply#${token}` }
}

/** Who has joined already gets a link that needs the sign-in. */
async function ofBuyer(shop: Shop, id: string, tokenOf: TokenSource): Promise<Parties | null> {
  const row = await shop.db
    .selectFrom('buyers')
    .innerJoin('companies', 'companies.id', 'buyers.company_id')
    .selectAll('buyers')
    .select(['trade_name', 'legal_name', 'terms', 'net_days', 'minimum', 'minimum_value'])
    .where('buyers.id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const terms = await termsOf(shop, row)
  const parties = { name: row.name, company: nameOfCompany(row), certificate: NO_CERTIFICATE, terms }
  const origin = originOf(shop.config)
  if (row.user_id !== null)
    return { ...parties, press: 'Open the account', link: `${origin}/wholesale/account` }
  const token = await tokenOf(() => signJoining(shop, row))
  return { ...parties, press: 'Join the account', link: `${origin}/wholesale/join#${token}` }
}

async function termsOf(
  { db }: Shop,
  row: Pick<CompanyRow, 'terms' | 'net_days' | 'minimum' | 'minimum_value'> & { company_id: string },
): Promise<Context['terms']> {
  const location = await db
    .selectFrom('locations')
    .selectAll()
    .where('company_id', '=', row.company_id)
    .orderBy('id')
    .executeTakeFirst()
  return [
    ['Terms', termsText({ terms: row.terms, netDays: row.net_days })],
    ['Delivery', location ? deliveryText(toLocation(location)) : ''],
    ['Smallest order', minimumText(row.minimum, row.minimum_value)],
  ]
}

async function ofCompany(shop: Shop, id: string): Promise<Parties | null> {
  const row = await shop.db
    .selectFrom('companies')
    .select(['trade_name', 'legal_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const link = `${originOf(shop.config)}/wholesale/account`
  const company = nameOfCompany(row)
  return { name: '', company, press: 'Open the account', link, certificate: NO_CERTIFICATE, terms: [] }
}

async function ofCertificate(shop: Shop, id: string): Promise<Parties | null> {
  const row = await shop.db
    .selectFrom('certificates')
    .innerJoin('companies', 'companies.id', 'certificates.company_id')
    .select(['form', 'number', 'expires_on', 'trade_name', 'legal_name'])
    .where('certificates.id', '=', id)
    .where('certificates.state', '=', 'valid')
    .executeTakeFirst()
  if (!row) return null
  return {
    name: '',
    company: nameOfCompany(row),
    press: 'Send the new certificate',
    link: `${originOf(shop.config)}/wholesale/account`,
    certificate: { form: row.form, number: row.number, expiresOn: row.expires_on ?? '' },
    terms: [],
  }
}
