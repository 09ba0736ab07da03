/**
 * Writes the text of a mail when it is sent, or when an admin views a waiting mail. The text is built from the order or
 * account that the mail is about.
 */
import type { Order } from '#shared/api/orders.ts'
import { linkTo, type NewLink, type Purpose } from '../account/links.ts'
import type { OrderRow, OutboxRow, UserRow } from '../db/schema.ts'
import { originOf } from '../http/origin.ts'
import { readGoods, readOrder } from '../orders/orders.ts'
import { unreviewedInOrder } from '../products/reviews.ts'
import type { Shop } from '../shop.ts'
import type { AccountMail } from '../outbox/account-mail.ts'
import { accountText } from './account-texts.ts'
import { orderText } from './order-texts.ts'
import type { OrderMail } from '../outbox/order-mail.ts'
import type { About } from '../outbox/row.ts'
import { renderMail, type MailContent, type MailBody } from './template.ts'

/** Replaces the token of a link in stored and displayed mails: only the recipient may use it, not even an admin. */
export const HIDDEN_TOKEN = '(known-to-the-reader-alone)'

/** Mails with a link that gives access to an account. */
export const PURPOSES: { readonly [K in OutboxRow['kind']]?: Purpose } = {
  'password-reset': 'reset',
  'email-confirm': 'confirm',
  'email-changing': 'object',
}

/** Makes a link for a mail and returns its token. */
type LinkMaker = (link: NewLink) => Promise<string>

/** Returns the mail's text. Null if its order or account is deleted, or if the mail no longer applies. */
export async function compose(shop: Shop, mail: OutboxRow, makeLink: LinkMaker): Promise<MailBody | null> {
  if (mail.about === null) return { text: mail.body_text, html: mail.body_html }
  const about = JSON.parse(mail.about) as About
  const content =
    'order' in about
      ? await aboutOrder(shop, mail.kind as OrderMail, about)
      : await aboutAccount(shop, mail, about, makeLink)
  return content && renderMail(content, originOf(shop.config))
}

async function aboutOrder(
  shop: Shop,
  kind: OrderMail,
  about: Extract<About, { order: string }>,
): Promise<MailContent | null> {
  const found = await (ABOUT_GOODS.has(kind) ? readGoods(shop, about.order) : readWhole(shop, about.order))
  if (!found) return null
  const { row, order } = found
  const unreviewed = kind === 'order-review' ? await unreviewedInOrder(shop.db, row.id) : []
  // Refunded, reviewed or removed from the shop since the mail was queued.
  if (kind === 'order-review' && (row.state !== 'delivered' || unreviewed.length === 0)) return null
  return orderText(kind, {
    row,
    order,
    origin: originOf(shop.config),
    inbox: shop.config.mail.inbox,
    isTrial: shop.providers.payments.mode === 'sandbox',
    cents: about.cents ?? 0,
    refund: order.refunds.find(({ _id }) => _id === about.refund) ?? null,
    unreviewed,
  })
}

async function readWhole(shop: Shop, id: string): Promise<{ row: OrderRow; order: Order } | null> {
  const row = await shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { row, order: await readOrder(shop, row) } : null
}

/** Mails that show only the goods of an order, and not its payments, refunds or parcel. */
const ABOUT_GOODS: ReadonlySet<OrderMail> = new Set([
  'order-received',
  'order-paid',
  'order-to-ship',
  'order-delivered',
  'order-review',
])

async function aboutAccount(
  shop: Shop,
  mail: OutboxRow,
  about: Exclude<About, { order: string }>,
  makeLink: LinkMaker,
): Promise<MailContent | null> {
  const user = await accountOf(shop, mail, about)
  if (!user) return null
  const origin = originOf(shop.config)
  const purpose = PURPOSES[mail.kind]
  const link = { user_id: user.id, email: mail.recipient, mail_id: mail.id }
  return accountText(mail.kind as AccountMail, {
    name: user.name,
    link: purpose ? linkTo(origin, purpose, await makeLink({ ...link, purpose })) : '',
    wanted: about.email ?? '',
    origin,
    inbox: shop.config.mail.inbox,
  })
}

/**
 * The account of a mail. A request for a new password has only an address; its account is looked up here, after the
 * response was sent. If the mail confirms a new address, that address must still be the requested one.
 */
async function accountOf(
  { db }: Shop,
  { kind, recipient }: OutboxRow,
  { user, email }: Exclude<About, { order: string }>,
): Promise<UserRow | undefined> {
  const users = db.selectFrom('users').selectAll('users')
  if (kind === 'password-reset') return users.where('email', '=', recipient).executeTakeFirst()
  return users
    .where('users.id', '=', user ?? '')
    .$if(kind === 'email-confirm', (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('email_changes')
            .select('user_id')
            .whereRef('user_id', '=', 'users.id')
            .where('email_changes.email', '=', email ?? ''),
        ),
      ),
    )
    .executeTakeFirst()
}
