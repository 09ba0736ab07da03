/**
 * Writes the text of an email when it is sent, or when an admin views a waiting mail. The text is built from the order or
 * account that the mail is about.
 */
import type {
  AccountMail,
  GiftMail,
  InvoiceMail,
  NewsMail,
  SubscriptionMail,
  WholesaleMail,
} from '#shared/platform/mails/kinds.ts'
import type { EventMail } from '#shared/platform/mails/events.ts'
import type { OrderMail } from '#shared/platform/mails/orders.ts'
import type { OutboxRow } from '#server/kernel/db/schema.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { About, AboutAccount } from '#server/platform/outbox/row.ts'
import type { Shop } from '#server/platform/shop.ts'
import { aboutOwner } from '../kinds/accounts.ts'
import { aboutAccountOrder } from '../kinds/account-order.ts'
import { aboutOrder } from '../kinds/compose-order.ts'
import { aboutSubscription } from '../kinds/compose-subscription.ts'
import { aboutSignup } from '../kinds/events.ts'
import { aboutGift } from '../kinds/gifts.ts'
import { aboutGiftCard } from '../kinds/gift-card.ts'
import { aboutGuestOrders, aboutInvitation, aboutNewAccount, unplacedOrder } from '../kinds/guests.ts'
import type { TokenSource } from '../kinds/mail-links.ts'
import { aboutInvoice } from '../kinds/invoices.ts'
import { aboutNews } from '../kinds/news.ts'
import { recallBody } from '../kinds/recall.ts'
import { standingMail, weekMail } from '../kinds/standing.ts'
import { aboutWholesale } from '../kinds/wholesale.ts'
import { renderMail, type MailBody, type MailContent } from '../kinds/template.ts'

/** Returns the mail's text. Null if its order, sign-up or account is deleted, or if the mail no longer applies. */
export async function compose(shop: Shop, mail: OutboxRow, tokenOf: TokenSource): Promise<MailBody | null> {
  if (mail.about === null) return { text: mail.body_text, html: mail.body_html }
  const about = JSON.parse(mail.about) as About
  if ('recall' in about) return recallBody(shop, about.recall)
  if ('news' in about) return aboutNews(shop, mail.kind as NewsMail, about.news, tokenOf)
  if ('signup' in about) return aboutSignup(shop, mail.kind as EventMail, about.signup, tokenOf)
  const content = await contentOf(shop, mail, about, tokenOf)
  return content && renderMail(shop, content)
}

async function contentOf(
  shop: Shop,
  mail: OutboxRow,
  about: About,
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  if ('invoice' in about) return aboutInvoice(shop, mail.kind as InvoiceMail, about.invoice, tokenOf)
  if ('accountOrder' in about) return aboutAccountOrder(shop, about.accountOrder)
  if ('wholesale' in about) return aboutWholesale(shop, mail.kind as WholesaleMail, about.wholesale, tokenOf)
  if ('giftCard' in about) return aboutGiftCard(shop, about.giftCard, tokenOf)
  if ('gift' in about)
    return aboutGift(shop, mail.kind as GiftMail, { ...about, to: mail.recipient }, tokenOf)
  if ('subscription' in about) return aboutSubscription(shop, mail.kind as SubscriptionMail, about, tokenOf)
  if ('order' in about) return aboutOrder(shop, mail.kind as OrderMail, about, tokenOf)
  if ('standing' in about) return standingMail(about.standing, originOf(shop.config))
  if ('week' in about) return weekMail(shop, about.week, tokenOf)
  const { guestOrder = '', invitation = '', unplaced } = about as AboutAccount
  const kind = mail.kind as AccountMail
  if (kind === 'account-finish') return aboutNewAccount(shop, guestOrder, tokenOf)
  if (kind === 'guest-links') return aboutGuestOrders(shop, mail.recipient, tokenOf)
  if (kind === 'express-failed') return unplacedOrder(unplaced!, originOf(shop.config))
  if (kind === 'staff-invite') return aboutInvitation(shop, invitation, tokenOf)
  return aboutOwner(shop, kind, mail, about as AboutAccount, tokenOf)
}
