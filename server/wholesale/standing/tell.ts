/** What the people of an account, and the shop, are told about standing orders. */
import type { RhythmMail } from '#shared/platform/mails/rhythm.ts'
import type { CompanyRow, Db } from '#server/kernel/db/schema.ts'
import { insertMail } from '#server/platform/outbox/row.ts'
import { inboxOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { orderReadersOf } from '../orders/mails.ts'

export type News = {
  kind: Exclude<RhythmMail, 'week-order' | 'standing-to-shop'>
  /** Identifies the event: each is told once. */
  key: string
  subject: string
  text: string[]
}

/** The page of a buyer's standing orders, and the page of the account at the desk. */
const BUYERS_PAGE = '/wholesale/standing'
export const accountPage = (company: string) => `/admin/accounts/${company}`

/** Queues a mail to each person who wants mails about orders. Raise `shop.mailSignal` after the commit. */
export async function tellBuyers(db: Db, shop: Shop, company: CompanyRow, news: News): Promise<void> {
  const { replyTo } = await inboxOf(shop)
  for (const to of await peopleOf(db, company))
    await insertMail(db, shop, {
      kind: news.kind,
      dedupeKey: `${news.key}:${to}`,
      to,
      replyTo,
      subject: news.subject,
      about: {
        standing: {
          title: news.subject,
          text: news.text,
          button: 'Open the standing order',
          path: BUYERS_PAGE,
        },
      },
    }).execute()
}

/** Queues a mail to the shop. */
export async function tellShop(
  db: Db,
  shop: Shop,
  { id }: CompanyRow,
  { key, subject, text }: Omit<News, 'kind'>,
): Promise<void> {
  const { inbox, replyTo } = await inboxOf(shop)
  await insertMail(db, shop, {
    kind: 'standing-to-shop',
    dedupeKey: `${key}:shop`,
    to: inbox,
    replyTo,
    subject,
    about: { standing: { title: subject, text, button: 'Open the account', path: accountPage(id) } },
  }).execute()
}

/** Without people who want mails about orders, the address for bills gets them. */
async function peopleOf(db: Db, company: CompanyRow): Promise<string[]> {
  const people = await orderReadersOf(db, company.id)
  return people.length > 0 ? people : [company.billing_email].filter(Boolean)
}
