/** The mails about gift subscriptions, written when they are sent. */
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCode } from '#shared/checkout/gift-cards.ts'
import { frequencyText } from '#shared/platform/subscriptions.ts'
import type { GiftMail } from '#shared/platform/mails/kinds.ts'
import { rangeText } from '#shared/kernel/days.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { unseal } from '#server/checkout/gift-cards/codes.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { orderLinkPath, signOrderLink } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'
import { orderForStaff } from '#server/checkout/orders/read/order.ts'
import type { AboutGift } from '#server/platform/outbox/row.ts'
import { giftById, type GiftRow } from '#server/subscriptions/gifts/find.ts'
import { giftLink, toGift } from '#server/subscriptions/gifts/read.ts'
import { leftOf } from '#server/subscriptions/steps.ts'
import { deliveryDayWords } from '#shared/platform/delivery-day-words.ts'
import { roasts } from '#server/platform/settings/parts.ts'
import type { TokenSource } from './mail-links.ts'
import { button, facts, linkLine, oneLine, quoted, type MailContent, type Part } from './template.ts'

type Context = {
  gift: GiftRow
  /** The receiver's page, and its code as it is typed. */
  link: string
  code: string
  /** The page of the order, for the giver. */
  order: string
  isTrial: boolean
  /** Whether the shop roasts what it sells. */
  roasts: boolean
}

/**
 * Returns the mail. Null if it no longer applies: the gift is opened, or was sent to another address. While the mail is sent,
 * throws if the code can no longer be read, so that the mail is listed as failed.
 * @param to the address to which it is sent
 */
export async function aboutGift(
  shop: Shop,
  kind: GiftMail,
  { gift: id, delivery, to }: AboutGift & { to: string },
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  const gift = await giftById(shop.db, id)
  if (!gift || gift.card.state !== 'active') return null
  const isToReceiver = kind !== 'gift-copy' && kind !== 'gift-unopened'
  if (isToReceiver && gift.recipient_email !== to) return null
  const codeOf = async () => {
    const code = await unseal(shop, gift)
    if (code === null) throw new Error('The code of this gift cannot be read')
    return code
  }
  // The stored copy of the mail must not contain the code.
  const link = giftLink(originOf(shop.config), await tokenOf(codeOf))
  const code = await tokenOf(async () => formatCode(await codeOf()))
  const isTrial = shop.providers.payments.mode === 'sandbox'
  const order = await orderLink(shop, gift, tokenOf)
  const context = { gift, link, code, order, isTrial, roasts: await roasts(shop) }
  if (kind === 'gift-shipped') return shipped(shop, context, delivery ?? '')
  if (kind === 'gift-next') return nextDelivery(shop, context)
  if (kind === 'gift-copy') return toGiver(context)
  if (gift.opened_at !== null) return null
  return kind === 'gift' ? toReceiver(context) : notOpened(context)
}

async function orderLink(
  shop: Shop,
  { order_id: id, giver }: GiftRow,
  tokenOf: TokenSource,
): Promise<string> {
  const origin = originOf(shop.config)
  if (!giver.is_guest || giver.user_id !== null) return `${origin}/order/${id}`
  return origin + orderLinkPath(id, await tokenOf(() => signOrderLink(shop, id)))
}

/** '6 deliveries of freshly roasted coffee, one every 2 weeks' */
function whatText({ gift: { deliveries, weeks }, roasts: isRoasted }: Context): string {
  return `${deliveries} deliveries of ${deliveryDayWords(isRoasted).coffee}, one ${frequencyText(weeks).toLowerCase()}`
}

const trial = ({ isTrial }: Context): Part[] =>
  isTrial ? ['This shop is being tried out: no money moves.'] : []

function toReceiver(context: Context): MailContent {
  const { gift, link, code } = context
  const from = oneLine(gift.sender_name)
  return {
    preview: `${from} gives you ${whatText(context)}.`,
    drawing: 'moka',
    title: `Fresh coffee from ${from}`,
    parts: [
      `Hello ${oneLine(gift.recipient_name)},`,
      `${from} gives you ${whatText(context)}: ${oneLine(gift.coffee)}.`,
      ...(gift.note === '' ? [] : [quoted(gift.note)]),
      'Tell us where the coffee should go, how it should be ground, and when the first one should come. You need no account and no card: everything is paid.',
      button('Open your gift', link),
      facts([['Code, if you type it', code]]),
      'Keep this email: its link also shows when the next coffee comes, changes the address, and skips a delivery when you are away.',
      ...trial(context),
    ],
    why: 'You get this email because someone bought a gift subscription for this address in our shop.',
  }
}

function toGiver(context: Context): MailContent {
  const { gift, link, code, order } = context
  const to = oneLine(gift.recipient_name)
  const isByEmail = gift.recipient_email !== ''
  const when = gift.starts_on ? `on ${formatDate(gift.starts_on, 'weekday')}` : 'now'
  const how = isByEmail
    ? `We email it to ${gift.recipient_email} ${gift.sent_at === null ? when : 'now'}. If this address is wrong, correct it on the page of your order: until the gift is opened, you can send it again.`
    : 'You gave us the address, so the deliveries come by themselves.'
  return {
    preview: `${whatText(context)} for ${to}.`,
    title: `Your gift for ${to}`,
    parts: [
      `Hello ${oneLine(gift.giver.buyer_name)},`,
      `Thank you for giving ${to} ${whatText(context)}. ${how}`,
      linkLine(
        isByEmail
          ? `A copy of the link that ${to} gets, if you want to pass it on yourself`
          : `The link for ${to}, to see the deliveries, change the grind or skip one`,
        link,
      ),
      facts([['Code', code]]),
      'On the page of your order you see how many deliveries are left. There is also a page to print and hand over.',
      button('See your gift', order),
      ...trial(context),
    ],
    why: 'You get this email because you bought a gift subscription in our shop.',
  }
}

function notOpened(context: Context): MailContent {
  const { gift, order } = context
  const to = oneLine(gift.recipient_name)
  return {
    preview: `${to} has not opened the gift yet.`,
    title: 'Your gift is not opened yet',
    parts: [
      `Hello ${oneLine(gift.giver.buyer_name)},`,
      `Two weeks ago we emailed your gift to ${gift.recipient_email}, and ${to} has not opened it. Perhaps the address is wrong, or the email was overlooked. On the page of your order you can correct the address, send it again, or print it.`,
      button('See your gift', order),
      'The gift does not expire.',
      ...trial(context),
    ],
    why: 'You get this email because you bought a gift subscription in our shop.',
  }
}

/** Null if the gift has ended, or no delivery is planned. */
async function nextDelivery(shop: Shop, context: Context): Promise<MailContent | null> {
  const { gift, link } = context
  const { next } = await toGift(shop, gift)
  const left = leftOf(gift)
  if (!next || left === 0) return null
  const { roastsOn, arrivesFrom, arrivesTo, changeUntil } = next
  const words = deliveryDayWords(context.roasts)
  const day = `It ${words.one} ${formatDate(roastsOn, 'weekday')}.`
  return {
    preview: day,
    title: 'Your next coffee',
    parts: [
      `Hello ${oneLine(gift.recipient_name)},`,
      `The next coffee from ${oneLine(gift.sender_name)} comes soon. ${day}`,
      facts([
        ['Coffee', [gift.coffee, gift.grind].filter(Boolean).map(oneLine).join(', ')],
        [words.label, formatDate(roastsOn, 'weekday')],
        ['Arrives', arrivesFrom && arrivesTo ? rangeText(arrivesFrom, arrivesTo) : ''],
        ['Change or skip until', changeUntil ? formatDate(changeUntil, 'dayAndTime') : ''],
        ['Deliveries left', String(left)],
      ]),
      button('Change or skip', link),
      ...trial(context),
    ],
    why: 'You get this email because someone bought a gift subscription for you in our shop.',
  }
}

/** Null if the order is no longer marked as shipped. */
async function shipped(shop: Shop, context: Context, order: string): Promise<MailContent | null> {
  const { gift, link } = context
  const { shippedAt, tracking, orderItems, delivery } = await orderForStaff(shop, order)
  if (shippedAt === null) return null
  const left = leftOf(gift)
  return {
    preview: `A fresh bag from ${oneLine(gift.sender_name)} is on its way.`,
    title: 'Your coffee is on its way',
    parts: [
      `Hello ${oneLine(gift.recipient_name)},`,
      `A fresh bag from ${oneLine(gift.sender_name)} has left our ${context.roasts ? 'roastery' : 'shop'}.`,
      facts([
        ['Coffee', orderItems.map((line) => oneLine(lineTitle(line))).join('\n')],
        ['Arrives', delivery ? rangeText(delivery.arrivesFrom, delivery.arrivesTo) : ''],
        [
          'Tracking',
          tracking?.url
            ? { words: tracking.number || 'Follow the parcel', url: tracking.url }
            : (tracking?.number ?? ''),
        ],
        ['Deliveries left', String(left)],
      ]),
      button('See your gift', link),
      ...trial(context),
    ],
    why: 'You get this email because someone bought a gift subscription for you in our shop.',
  }
}
