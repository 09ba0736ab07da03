/** What the receiver of a gift does with the code: opens it, begins the deliveries, changes and skips them. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { Gift, gifts } from '#shared/subscriptions/api/gifts.ts'
import { movableDays, type Planner } from '#shared/platform/subscriptions.ts'
import type { Address } from '#shared/platform/address.ts'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import { badRequest, conflict, wrongField } from '#server/kernel/errors.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { plannerOf } from '#server/checkout/new-subscriptions/plan.ts'
import { recipientOf, requireShippable } from '#server/checkout/quotes/parcel.ts'
import type { Shop } from '#server/platform/shop.ts'
import { deliveryDayWords } from '#shared/platform/delivery-day-words.ts'
import { affectedText, CHANGED_BOX, changeRow, dayText, wake } from '../change.ts'
import { skipIn } from '../dates.ts'
import { leftOf } from '../steps.ts'
import { firstDay, startSteps } from './begin.ts'
import { addressColumns } from './buy.ts'
import { giftByCode, giftById, type GiftRow } from './find.ts'
import { grindsFor, toGift } from './read.ts'

type Changed = { gift: Gift; message: string }
type Place = Body<typeof gifts.claim>['shippingAddress']

/** The gift of a code. Throws 404, and 429 after too many wrong codes. */
export async function openGift(shop: Shop, ip: string, code: string): Promise<Gift> {
  return toGift(shop, await giftByCode(shop, ip, code))
}

/**
 * Begins the deliveries. Throws 404 and 429 as `openGift`, 400 for an address or a day that is not possible, and 409 for a
 * gift that was opened already, whose payment is disputed, or that was refunded.
 */
export async function claimGift(
  shop: Shop,
  ip: string,
  { code, shippingAddress, grind, firstOn }: Body<typeof gifts.claim>,
): Promise<Changed> {
  const gift = await giftByCode(shop, ip, code)
  requireNew(gift)
  const where = await placeOf(shop, gift, shippingAddress)
  const ground = grind === '' ? gift.grind : await requireGrind(shop, gift, grind)
  const plan = await plannerOf(shop)
  const words = deliveryDayWords(plan.calendar.roasts)
  const on = requireFirstDay(shop, plan, firstOn)
  const { id, steps } = startSteps(shop, gift, { where, on, grind: ground })
  const now = isoNow(shop.clock)
  const opened = shop.db
    .updateTable('gift_subscriptions')
    .set((eb) => ({
      subscription_id: id,
      opened_at: now,
      grind: ground,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', gift.id)
    .where('opened_at', 'is', null)
    // Not if the giver has corrected the email meanwhile.
    .where('code_hash', '=', gift.code_hash)
  const unmet = await allOrNone(shop.db, [...steps, { query: opened, rows: 1 }])
  if (unmet) throw alreadyOpened()
  return changed(shop, gift, `Your first coffee ${words.one} ${dayText(on)}. We send it fresh.`)
}

function requireNew(gift: GiftRow): void {
  if (gift.subscription_id !== null) throw alreadyOpened()
  requireValid(gift)
  if (leftOf(gift) === 0) throw conflict('This gift was refunded to its giver', { code: 'ended' })
}

const alreadyOpened = () =>
  conflict('This gift is opened already. Reload the page to see the deliveries', { code: 'opened' })

function requireValid({ card }: GiftRow): void {
  if (card.state !== 'active') throw conflict('This gift is on hold. Please write to us', { code: 'held' })
}

function requireFirstDay(shop: Shop, plan: Planner, firstOn: string): string {
  const words = deliveryDayWords(plan.calendar.roasts)
  if (firstOn !== '' && !movableDays(plan.calendar, nowAt(shop.clock)).includes(firstOn))
    throw wrongField('firstOn', `${words.notOnThatDay}. Please choose another one`)
  const on = firstOn || firstDay(shop, plan, null)
  if (on === null) throw conflict(`${words.noDays}. Please try again later`)
  return on
}

async function requireGrind(shop: Shop, gift: GiftRow, grind: string): Promise<string> {
  if (grind !== WHOLE_BEAN && !(await grindsFor(shop, gift)).includes(grind))
    throw wrongField('grind', 'Choose one of our grinds')
  return grind
}

/** The columns of a typed address. The receiver may name another recipient. */
async function placeOf(shop: Shop, { recipient_name: own }: GiftRow, typed: Place) {
  const address: Address = await requireShippable(shop, typed)
  const { name, phone } = recipientOf(typed, { name: own })
  return { ...addressColumns(address), recipient: name === own ? null : name, phone }
}

/** Changes grind or address of the deliveries that are not made yet. Throws as `claimGift`. */
export async function changeGift(
  shop: Shop,
  ip: string,
  { code, grind, shippingAddress }: Body<typeof gifts.change>,
): Promise<Changed> {
  const gift = await giftByCode(shop, ip, code)
  const id = requireRunning(gift)
  if (grind === undefined && shippingAddress === undefined) throw badRequest('Choose what to change')
  const where = shippingAddress ? await placeOf(shop, gift, shippingAddress) : {}
  const ground = grind === undefined ? undefined : await requireGrind(shop, gift, grind)
  const message = await changeRow(
    shop,
    id,
    async (changing) => {
      const { tx } = changing
      if (ground !== undefined) {
        await tx
          .updateTable('subscription_items')
          .set({ grind: ground })
          .where('subscription_id', '=', id)
          .execute()
        await tx
          .updateTable('gift_subscriptions')
          .set({ grind: ground, updated_at: isoNow(shop.clock) })
          .where('id', '=', gift.id)
          .execute()
      }
      await wake(changing, 'waiting')
      return { patch: { ...where, ...CHANGED_BOX }, message: `Changed. ${await affectedText(changing)}` }
    },
    'gift',
  )
  return changed(shop, gift, message)
}

/** Skips a delivery; the gift then goes on longer. A second call changes nothing. Throws 409 if another one is next. */
export async function skipGift(
  shop: Shop,
  ip: string,
  { code, number }: Body<typeof gifts.skip>,
): Promise<Changed> {
  const gift = await giftByCode(shop, ip, code)
  const id = requireRunning(gift)
  const message = await changeRow(shop, id, (changing) => skipIn(changing, number), 'gift')
  return changed(shop, gift, message)
}

function requireRunning(gift: GiftRow): string {
  requireValid(gift)
  if (gift.subscription_id === null)
    throw conflict('Tell us first where the coffee should go', { code: 'new' })
  return gift.subscription_id
}

async function changed(shop: Shop, { id }: GiftRow, message: string): Promise<Changed> {
  return { gift: await toGift(shop, (await giftById(shop.db, id))!), message }
}
