/** The words of a mail, from what it is about: made when it is sent, or shown to an admin before. */
import { linkTo, type NewLink, type Purpose } from '../account/links.ts'
import type { OutboxRow, UserRow } from '../db/schema.ts'
import { originOf } from '../http/origin.ts'
import { readOrder } from '../orders/orders.ts'
import type { Shop } from '../shop.ts'
import type { AccountMail } from '../outbox/account-mail.ts'
import { accountLetter } from './account-letters.ts'
import { orderLetter } from './order-letters.ts'
import type { OrderMail } from '../outbox/order-mail.ts'
import type { About } from '../outbox/row.ts'
import { renderLetter, type Letter, type Words } from './template.ts'

/** Stands where a link stood: nobody but its reader may follow it, not even an admin. */
export const HIDDEN_TOKEN = '(known-to-the-reader-alone)'

/** Letters whose link opens an account. */
export const PURPOSES: { readonly [K in OutboxRow['kind']]?: Purpose } = {
  'password-reset': 'reset',
  'email-confirm': 'confirm',
  'email-changing': 'object',
}

/** Makes a link for a mail and answers its token. */
type LinkMaker = (link: NewLink) => Promise<string>

/** Answers null when what the mail is about is gone, or no longer so: there is nothing left to say. */
export async function compose(shop: Shop, mail: OutboxRow, makeLink: LinkMaker): Promise<Words | null> {
  if (mail.about === null) return { text: mail.body_text, html: mail.body_html }
  const about = JSON.parse(mail.about) as About
  const letter =
    'order' in about
      ? await aboutOrder(shop, mail.kind as OrderMail, about)
      : await aboutAccount(shop, mail, about, makeLink)
  return letter && renderLetter(letter, originOf(shop.config))
}

async function aboutOrder(
  shop: Shop,
  kind: OrderMail,
  about: Extract<About, { order: string }>,
): Promise<Letter | null> {
  const row = await shop.db.selectFrom('orders').selectAll().where('id', '=', about.order).executeTakeFirst()
  if (!row) return null
  const order = await readOrder(shop, row)
  return orderLetter(kind, {
    row,
    order,
    origin: originOf(shop.config),
    inbox: shop.config.mail.inbox,
    isTrial: shop.providers.payments.mode === 'sandbox',
    cents: about.cents ?? 0,
    refund: order.refunds.find(({ _id }) => _id === about.refund) ?? null,
  })
}

async function aboutAccount(
  shop: Shop,
  mail: OutboxRow,
  about: Exclude<About, { order: string }>,
  makeLink: LinkMaker,
): Promise<Letter | null> {
  const user = await holderOf(shop, mail, about)
  if (!user) return null
  const origin = originOf(shop.config)
  const purpose = PURPOSES[mail.kind]
  const link = { user_id: user.id, email: mail.recipient, mail_id: mail.id }
  return accountLetter(mail.kind as AccountMail, {
    name: user.name,
    link: purpose ? linkTo(origin, purpose, await makeLink({ ...link, purpose })) : '',
    wanted: about.email ?? '',
    origin,
    inbox: shop.config.mail.inbox,
  })
}

/**
 * Whose account it is. Who asks for a new password names an address, and only here somebody looks whether it has an
 * account: whoever asked is answered before. An address to be confirmed must still be the one that is wanted.
 */
async function holderOf(
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
