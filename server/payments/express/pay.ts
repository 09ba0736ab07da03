/**
 * Places the order of an express payment that the buyer has approved, and captures it. The order and its payment are
 * inserted in one transaction, for exactly the approved amount; only then does `payOrder` capture, as for every other order.
 * What cannot become an order is never captured.
 */
import { guest as guestOf, type PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { formatCents, toDollars } from '#shared/kernel/pricing.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { allOrNone, type Step } from '#server/kernel/db/all-or-none.ts'
import type { ExpressRow } from '#server/kernel/db/schema.ts'
import { Refusal, conflict } from '#server/kernel/errors.ts'
import { placeOrder, type PlacedOrder } from '#server/checkout/orders/place/place-order.ts'
import type { Express } from '#server/checkout/orders/place/request.ts'
import { findGoods } from '#server/checkout/quotes/goods.ts'
import { recipientOf, requireShippable } from '#server/checkout/quotes/parcel.ts'
import { quoteGoods } from '#server/checkout/quotes/quotes.ts'
import { accountMail } from '#server/platform/outbox/account-mail.ts'
import { newGuest, signOrderLink, type Buyer } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Payment } from '#server/providers/payments.ts'
import { payOrder } from '../capture/pay-order.ts'
import { newPayment } from '../capture/start-payment.ts'
import { refuseIfUnavailable } from '../checks/refusals.ts'
import { findExpress } from './open.ts'
import type { Wanted } from './price.ts'

/**
 * Places and captures. Sent again, it returns the same order. Throws 404, and 409 if the payment is not approved, or if it
 * cannot become an order: then nothing is charged. Once the order is placed, the errors of `payOrder` have the order's id and
 * the link of a guest, so that the buyer can pay for it in another way.
 */
export async function payExpress(shop: Shop, id: string, token: string): Promise<PlacedOrder> {
  return finish(shop, await findExpress(shop, id, token), {
    read: (providerId) => refuseIfUnavailable(shop, () => shop.providers.payments.getPayment(providerId)),
    isMailed: false,
  })
}

/**
 * As `payExpress`, for a buyer who approved the payment and closed the page. A payment that is not approved, or cannot be
 * captured, is a valid outcome. If the payment cannot become an order, the buyer gets an email, because no page is open that could say it. Throws
 * PaymentUnavailable, and the 503 of services that do not answer.
 */
export async function completeExpress(shop: Shop, row: ExpressRow): Promise<void> {
  try {
    await finish(shop, row, {
      read: (providerId) => shop.providers.payments.getPayment(providerId),
      isMailed: true,
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    shop.log.debug({ express: row.id, message: error.message }, 'express payment not completed')
  }
}

type Way = {
  read: (providerId: string) => Promise<Payment | null>
  /** Whether the buyer gets an email if the payment cannot become an order. */
  isMailed: boolean
}

async function finish(shop: Shop, row: ExpressRow, way: Way): Promise<PlacedOrder> {
  if (row.state === 'failed') throw nothingCharged(row.problem ?? 'This payment cannot be completed')
  if (row.provider_order_id === null) throw notApproved()
  if (row.state === 'open')
    await placeApproved(shop, row, await way.read(row.provider_order_id), way.isMailed)
  const buyer = await buyerOfOrder(shop, row.id)
  const link = buyer._id === null ? { guestLink: await signOrderLink(shop, row.id) } : {}
  try {
    return { ...(await payOrder(shop, buyer, row.id, row.provider_order_id)), ...link }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, message, more, headers } = error
    throw new Refusal(status, message, { ...more, order: row.id, ...link }, headers)
  }
}

/** Places the order. Throws 409, after which nothing can be captured any more, unless the payment is not approved yet. */
async function placeApproved(
  shop: Shop,
  row: ExpressRow,
  seen: Payment | null,
  isMailed: boolean,
): Promise<void> {
  if (!seen || seen.status === 'void') throw await fail(shop, row, 'This payment has expired at PayPal')
  if (seen.status === 'open') throw notApproved()
  try {
    await placeAs(shop, row, seen)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const now = await stateOf(shop, row)
    if (now?.state === 'placed') return
    if (now?.state === 'failed') throw nothingCharged(now.problem ?? error.message)
    // A service that does not answer: the next attempt may succeed.
    if (error.status >= 500) throw error
    const mail = isMailed ? await mailAbout(shop, row, seen, problemOf(error, seen)) : []
    throw await fail(shop, row, problemOf(error, seen), error.more, mail)
  }
}

async function placeAs(shop: Shop, row: ExpressRow, seen: Payment): Promise<void> {
  const { shipTo } = seen
  if (!shipTo || seen.orderId !== row.id || seen.amountCents === null)
    throw conflict('PayPal did not tell us your address')
  const user = await buyerOf(shop, row, seen)
  const wanted = JSON.parse(row.request) as Wanted
  const shippingAddress = {
    address: shipTo.line1,
    address2: shipTo.line2,
    city: shipTo.city,
    state: shipTo.state,
    postalCode: shipTo.postalCode,
    country: shipTo.country,
    recipient: shipTo.name.slice(0, MAX_NAME).toWellFormed(),
  }
  const address = await requireShippable(shop, shippingAddress)
  const goods = await findGoods(shop, wanted.orderItems)
  const recipient = recipientOf(shippingAddress, user)
  const quote = await quoteGoods(shop, user._id, { address, recipient, goods })
  const body: PlaceOrder = {
    ...wanted,
    shippingAddress,
    shippingQuote: { quoteId: quote.id },
    paymentMethod: 'PayPal',
    totalPrice: toDollars(seen.amountCents),
  }
  const http = { idempotencyKey: null, device: { ip: row.network } }
  await placeOrder(shop, user, body, http, expressOf(shop, row))
}

/** Takes the payment in the transaction of the order. Of several requests, one does. */
function expressOf(shop: Shop, row: ExpressRow): Express {
  const { id, number, provider_order_id } = row
  return {
    id,
    number,
    claim: {
      query: shop.db
        .updateTable('express_checkouts')
        .set({ state: 'placed', updated_at: isoNow(shop.clock) })
        .where('id', '=', id)
        .where('state', '=', 'open'),
      rows: 1,
    },
    stepsFor: (order) => [
      {
        query: shop.db.insertInto('payments').values({ ...newPayment(shop, order, 1), provider_order_id }),
      },
    ],
  }
}

const MAX_NAME = 100

/** Who buys: the account of the browser that pressed the button, or a guest with the name and the email that PayPal reports. */
async function buyerOf(shop: Shop, { user_id: id }: ExpressRow, seen: Payment): Promise<Buyer> {
  const account = id === null ? undefined : await findAccount(shop, id)
  if (account) return account
  const name = (seen.payerName ?? seen.shipTo?.name ?? '').slice(0, MAX_NAME).toWellFormed()
  const parsed = guestOf.safeParse({ name, email: seen.payerEmail ?? '' })
  if (!parsed.success || !parsed.data) throw conflict('PayPal did not tell us your name and email address')
  return newGuest(parsed.data)
}

async function findAccount({ db }: Shop, id: string): Promise<Buyer | undefined> {
  const user = await db.selectFrom('users').select(['name', 'email']).where('id', '=', id).executeTakeFirst()
  return user && accountOf(id, user)
}

/** An account whose session is not needed: the buyer has proved with it who they are when they pressed the button. */
function accountOf(id: string, { name, email }: { name: string; email: string }): Buyer {
  return { _id: id, name, email, isAdmin: false, role: null, tokenHash: '', authAt: '', isLimited: false }
}

/** The buyer of a placed order. */
async function buyerOfOrder({ db }: Shop, orderId: string): Promise<Buyer> {
  const {
    user_id: id,
    is_guest,
    ...buyer
  } = await db
    .selectFrom('orders')
    .select(['user_id', 'is_guest', 'buyer_name as name', 'buyer_email as email'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return id !== null && !is_guest ? accountOf(id, buyer) : { ...newGuest(buyer), orderId }
}

function stateOf({ db }: Shop, { id }: ExpressRow) {
  return db
    .selectFrom('express_checkouts')
    .select(['state', 'problem'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The reason for the buyer. The total is compared with the approved amount, which the buyer has seen. */
function problemOf({ more, message }: Refusal, { amountCents }: Payment): string {
  const total = more['totalPrice']
  if (more['code'] !== 'prices' || typeof total !== 'number' || amountCents === null) return message
  const now = formatCents(Math.round(total * 100))
  return `This order costs ${now} now, and you approved ${formatCents(amountCents)} at PayPal`
}

/** The step that mails the reason to the buyer. None if PayPal reports no address, or it got too many mails today. */
async function mailAbout(shop: Shop, row: ExpressRow, seen: Payment, problem: string): Promise<Step[]> {
  const buyer = await buyerOf(shop, row, seen).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  if (!buyer || !(await shop.limits.mayMail('order', buyer.email))) return []
  const unplaced = { name: buyer.name, problem: problem.replace(/\.$/, '') }
  return [{ query: accountMail(shop.db, shop, 'express-failed', buyer.email, { unplaced }) }]
}

/**
 * Records that the payment cannot become an order, and returns the 409.
 * @param mail the step that tells the buyer
 */
async function fail(
  shop: Shop,
  row: ExpressRow,
  problem: string,
  more: Record<string, unknown> = {},
  mail: Step[] = [],
) {
  const recorded = {
    query: shop.db
      .updateTable('express_checkouts')
      .set({ state: 'failed', problem, updated_at: isoNow(shop.clock) })
      .where('id', '=', row.id)
      .where('state', '=', 'open'),
    rows: 1,
  }
  await allOrNone(shop.db, [recorded, ...mail])
  if (mail.length > 0) shop.mailSignal.raise()
  shop.log.info({ express: row.id, problem }, 'an express payment was not captured')
  return nothingCharged(problem, more)
}

function nothingCharged(problem: string, { code: reason, ...more }: Record<string, unknown> = {}): Refusal {
  const message = `${problem.replace(/\.$/, '')}. Nothing was charged`
  return conflict(message, { ...more, code: 'express', ...(reason === undefined ? {} : { reason }) })
}

function notApproved(): Refusal {
  return conflict('The payment was not approved at PayPal', { code: 'not-approved' })
}
