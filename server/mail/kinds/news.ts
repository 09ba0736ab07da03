/** The mails about the newsletter, notices and saved carts, written when they are sent, from the rows of that moment. */
import type { SavedLine } from '#shared/checkout/api/saved-carts.ts'
import type { NewsMail } from '#shared/platform/mails/kinds.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { frequencyText, nameOfChoice, TASTE_NAMES } from '#shared/platform/subscriptions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { blocksOf, savedNewsletter } from '#server/content/newsletters/edit-newsletters.ts'
import { confirmToken, findBy } from '#server/content/newsletters/subscribers.ts'
import { noticeToken } from '#server/catalog/notices/stock-notices.ts'
import type { AboutNews } from '#server/platform/outbox/row.ts'
import { linesOfToday } from '#server/checkout/saved-carts/goods.ts'
import { cartToken, findCart, goodsIn } from '#server/checkout/saved-carts/saved-carts.ts'
import { roasts } from '#server/platform/settings/parts.ts'
import type { TokenSource } from './mail-links.ts'
import { newsletterBody } from './newsletter.ts'
import { button, oneLine, renderMail, type MailBody, type MailContent } from './template.ts'

type News = AboutNews['news']
type Compose = (shop: Shop, about: News, tokenOf: TokenSource) => Promise<MailContent | null>

/** Returns the mail. Null if the person has unsubscribed, or the mail no longer applies. */
export async function aboutNews(
  shop: Shop,
  kind: NewsMail,
  about: News,
  tokenOf: TokenSource,
): Promise<MailBody | null> {
  if (kind === 'newsletter') return aboutNewsletter(shop, about, tokenOf)
  const content = await COMPOSE[kind](shop, about, tokenOf)
  return content && renderMail(shop, content)
}

/** Null if the person has unsubscribed since the mail was queued. */
async function aboutNewsletter(shop: Shop, about: News, tokenOf: TokenSource): Promise<MailBody | null> {
  const { newsletter = '', subscriber = '' } = about
  const row = await findBy(shop.db, 'id', subscriber)
  if (row?.state !== 'active') return null
  const text = await savedNewsletter.find(shop.db, newsletter)
  const isForBuyers = text.buyers_of !== '[]'
  if (!row.wants_news && !(isForBuyers && row.wants_lots)) return null
  const key = await tokenOf(async () => row.link_key)
  return newsletterBody(shop, { ...text, blocks: blocksOf(text) }, key)
}

const ASK_FIRST =
  'Someone, probably you, entered this address for our newsletter. Open the link to confirm that you want it.'
const ASK_AGAIN =
  'You agreed to our newsletter in our former shop. We have moved. Open the link to confirm that you want to keep getting it.'

const COMPOSE: Record<Exclude<NewsMail, 'newsletter'>, Compose> = {
  'newsletter-confirm': async (shop, { subscriber = '', isImported = false }, tokenOf) => {
    const row = await findBy(shop.db, 'id', subscriber)
    if (row?.state !== 'pending') return null
    const token = await tokenOf(() => confirmToken(shop, row))
    const link = `${originOf(shop.config)}/newsletter/confirm#${token}`
    return {
      preview: 'Open the link, and you are on the list.',
      title: 'Confirm your newsletter',
      parts: [
        isImported ? ASK_AGAIN : ASK_FIRST,
        button('Confirm the newsletter', link),
        `The link works for seven days. If ${isImported ? 'you do not want it' : 'this was not you'}, ignore this email: we will not write again.`,
      ],
      why: isImported
        ? 'You get this email once, because you agreed to newsletters in our former shop.'
        : 'You get this email because this address was entered for our newsletter.',
    }
  },

  'stock-confirm': async (shop, { notice = '' }, tokenOf) => {
    const row = await shop.db
      .selectFrom('stock_notices')
      .innerJoin('products', 'products.id', 'product_id')
      .where('stock_notices.id', '=', notice)
      .where('confirmed_at', 'is', null)
      .select('name')
      .executeTakeFirst()
    if (!row) return null
    const link = `${originOf(shop.config)}/back-in-stock/confirm#${await tokenOf(() => noticeToken(shop, notice))}`
    return {
      preview: 'Open the link, and we write to you when it is back.',
      title: 'Tell me when it is back',
      parts: [
        `Someone, probably you, asked for an email when ${oneLine(row.name)} is back. Open the link to confirm your address.`,
        button('Email me when it is back', link),
        'The link works for seven days. If this was not you, ignore this email: we will not write again.',
      ],
      why: 'You get this email because this address was entered on the page of a product.',
    }
  },

  'saved-cart': async (shop, { cart: id = '' }, tokenOf) => {
    // Deleted since the mail was queued, as with the account of its address.
    const row = await findCart(shop, id)
    if (!row) return null
    const lines = await linesOfToday(shop, goodsIn(row))
    const isRoasted = await roasts(shop)
    const link = `${originOf(shop.config)}/cart/saved#${await tokenOf(() => cartToken(shop, id))}`
    return {
      preview: 'Open the link, and continue where you stopped.',
      title: 'Your cart',
      parts: [
        row.kind === 'now'
          ? 'You asked us to mail you this cart.'
          : 'Yesterday you asked us to remind you of this cart.',
        ...lines.map((line) => lineText(line, isRoasted)),
        button('Open this cart', link),
        'The link works for 30 days and on any device. It shows the prices of the day on which you open it. Nothing is reserved for you.',
      ],
      why: 'You get this email because this address was entered in the cart of our shop. If that was not you, ignore it: we will not write again.',
    }
  },

  'stock-back': async (shop, { product = '' }) => {
    const row = await shop.db
      .selectFrom('products')
      .where('id', '=', product)
      .where('deleted_at', 'is', null)
      .select(['name', 'slug'])
      .executeTakeFirst()
    if (!row) return null
    const link = originOf(shop.config) + productPath({ _id: product, slug: row.slug })
    return {
      preview: 'We have it again, as long as it lasts.',
      title: `${oneLine(row.name)} is back`,
      parts: [
        `You asked us to tell you when ${oneLine(row.name)} is back. We have it again.`,
        button('See it in the shop', link),
      ],
      why: 'You get this email because you asked for it on the page of the product. We have deleted your address from the list, and will not write again.',
    }
  },
}

function lineText({ title, qty, subscribe, notes }: SavedLine, isRoasted: boolean): string {
  const frequency = subscribe
    ? [
        frequencyText(subscribe.weeks),
        subscribe.taste ? `${nameOfChoice(isRoasted).toLowerCase()}: ${TASTE_NAMES[subscribe.taste]}` : '',
      ]
    : []
  const below = [frequency.filter(Boolean).join(', '), notes.length > 0 ? `Now: ${notes.join('; ')}` : '']
  return [`${qty} × ${oneLine(title)}`, ...below.filter(Boolean)].join('\n')
}
