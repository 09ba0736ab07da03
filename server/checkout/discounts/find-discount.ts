/** Which discount a code gives for some goods, and the reasons why it gives none. */
import { coveredPriceOf, type Discount } from '#shared/kernel/discounts.ts'
import { codeLabel } from '#shared/platform/discount-text.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents, toDollars } from '#shared/kernel/pricing.ts'
import { normalCode } from '#shared/checkout/resources/discount-code.ts'
import type { Db, DiscountCodeRow } from '#server/kernel/db/schema.ts'
import { conflict, type Refusal } from '#server/kernel/errors.ts'
import { mailboxKey } from '#server/kernel/limits/mailing.ts'
import { type Goods, findGoods } from '../quotes/goods.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { discounts } from '#shared/checkout/api/discounts.ts'
import { findFullSession, type Device } from '#server/platform/sessions/sessions.ts'

/** A discount of an order, and its name for the buyer. Staff give one without a code. */
export type GivenDiscount = { discount: Discount; label: string }

/** A code that can be used for some goods. */
export type FoundDiscount = GivenDiscount & { row: DiscountCodeRow }

/** Who uses a code. An account and an email address are one person; `userId` is null for a guest. */
export type Person = { userId: string | null; email: string }

/**
 * The code as it is stored. Throws 409 with the code `discount` for an unknown code, and while this part of the shop is off,
 * and 429 for a network that tried too many codes.
 */
export async function findCode(shop: Shop, typed: string, ip: string): Promise<DiscountCodeRow> {
  if ((await partOf(shop, 'discountCodes')) === 'off') throw refused('We no longer take discount codes')
  await shop.limits.checkDiscountCode(ip)
  const code = normalCode(typed)
  const row = await shop.db
    .selectFrom('discount_codes')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirst()
  if (row) return row
  await shop.limits.countDiscountCode(ip)
  throw refused('We do not know this code. Please check its spelling')
}

/**
 * What a code takes off these goods. Throws 409 with the code `discount` if it is switched off, used up, not valid today
 * or not for these goods, if they cost too little, or if this person may not use it.
 * @param person null before it is known; then the rules about persons are not checked
 * @param exceptOrder an unpaid order that does not count for these rules
 */
export async function discountFor(
  shop: Shop,
  row: DiscountCodeRow,
  goods: readonly Goods[],
  person: Person | null,
  exceptOrder = '',
): Promise<FoundDiscount> {
  const found = { row, discount: discountOf(row), label: labelOf(row) }
  requireValid(shop, { ...row, used: row.used - (await ownUses(shop.db, row.id, exceptOrder)) })
  const covered = markCovered(goods, row)
  if (!covered.some(({ isCovered }) => isCovered))
    throw refused('This code is not for the goods in your cart')
  const missing = (row.minimum_cents ?? 0) - coveredPriceOf(covered)
  if (missing > 0)
    throw refused(
      `This code is for goods from ${formatCents(row.minimum_cents!)}. Add ${formatCents(missing)} to use it`,
      { missing: missing / 100 },
    )
  if (person) await requirePerson(shop.db, row, person, exceptOrder)
  return found
}

/** The goods, each with whether the code is for it. A work of art is covered only if the code names it. */
export function markCovered<G extends Goods>(
  goods: readonly G[],
  row: Pick<DiscountCodeRow, 'categories' | 'products'>,
): (G & { isCovered: boolean })[] {
  const categories = JSON.parse(row.categories) as string[]
  const products = JSON.parse(row.products) as string[]
  const isForAll = categories.length === 0 && products.length === 0
  return goods.map((each) => ({
    ...each,
    isCovered:
      categories.includes(each.category) ||
      products.includes(each.productId) ||
      (isForAll && each.box === undefined),
  }))
}

/** The orders of a person that were not closed unpaid, without replacements. */
export function ordersOf(db: Db, { userId, email }: Person, exceptOrder = '') {
  const usedCode = db.selectFrom('discount_uses').select('order_id').where('mailbox', '=', mailboxKey(email))
  const accounts = db
    .selectFrom('users')
    .select('users.id')
    .where((eb) => eb.or([eb('users.email', '=', email), eb('users.id', '=', userId ?? '')]))
  return db
    .selectFrom('orders')
    .where('orders.id', '<>', exceptOrder)
    .where('orders.state', 'not in', ['cancelled', 'expired'])
    .where('orders.replaces_order_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('orders.user_id', 'in', accounts),
        eb.and([
          eb('orders.is_guest', '=', 1),
          eb('orders.user_id', 'is', null),
          eb('orders.buyer_email', '=', email),
        ]),
        eb('orders.id', 'in', usedCode),
      ]),
    )
}

/** The uses of a code by a person that were not released. */
export function usesOf(db: Db, codeId: string, { userId, email }: Person, exceptOrder = '') {
  return db
    .selectFrom('discount_uses')
    .innerJoin('orders', 'orders.id', 'discount_uses.order_id')
    .where('code_id', '=', codeId)
    .where('released_at', 'is', null)
    .where('order_id', '<>', exceptOrder)
    .where((eb) =>
      eb.or([
        eb('mailbox', '=', mailboxKey(email)),
        ...(userId === null ? [] : [eb('orders.user_id', '=', userId)]),
      ]),
    )
}

function requireValid(shop: Shop, row: DiscountCodeRow): void {
  const { day } = nowAt(shop.clock)
  if (row.is_off) throw refused('This code is no longer valid')
  if (row.starts_on > day)
    throw refused(`This code is valid from ${formatDate(row.starts_on, 'shortDay')} on`)
  if (row.ends_on !== '' && row.ends_on < day)
    throw refused(`This code ended on ${formatDate(row.ends_on, 'shortDay')}`)
  if (row.total !== null && row.used >= row.total) throw refused('This code is used up')
}

async function requirePerson(
  db: Db,
  row: DiscountCodeRow,
  person: Person,
  exceptOrder: string,
): Promise<void> {
  if (person.email === '' && (row.per_person !== null || row.first_order_only))
    throw refused('This code counts by person. Enter the email of the buyer to use it')
  if (row.per_person !== null) {
    const { uses } = await usesOf(db, row.id, person, exceptOrder)
      .select((eb) => eb.fn.countAll<number>().as('uses'))
      .executeTakeFirstOrThrow()
    if (uses >= row.per_person)
      throw refused(
        row.per_person === 1
          ? 'You have used this code already'
          : `You have used this code ${row.per_person} times already, which is the limit`,
      )
  }
  if (!row.first_order_only) return
  const earlier = await ordersOf(db, person, exceptOrder).select('paid_at').execute()
  if (earlier.some(({ paid_at }) => paid_at !== null))
    throw refused('This code is for a first order, and you have ordered before')
  if (earlier.length > 0)
    throw refused('This code is for a first order. Please pay for your other order, or cancel it')
}

function discountOf({ kind, percent, amount_cents: cents }: DiscountCodeRow): Discount {
  if (kind === 'shipping') return { kind }
  return kind === 'percent' ? { kind, percent } : { kind, cents }
}

export function labelOf({ code, kind, percent, amount_cents }: DiscountCodeRow): string {
  return codeLabel(code, kind, kind === 'percent' ? percent : amount_cents / 100)
}

function refused(message: string, data: Record<string, unknown> = {}): Refusal {
  return conflict(message, { code: 'discount', ...data })
}

/**
 * Throws 409 with the code `discount` if the code cannot be used for these goods, and 409 for goods that are not on
 * sale. A minimum that is not reached is not an error: the browser says what is missing. The rules about persons are
 * checked only with a session: otherwise the responses would reveal who has ordered before.
 */
export async function checkCode(
  shop: Shop,
  { code, orderItems, unpaidOrder = '' }: Body<typeof discounts.check>,
  { device, token }: { device: Device; token: string | null },
): Promise<Reply<typeof discounts.check>> {
  const row = await findCode(shop, code, device.ip)
  const user = await findFullSession(shop, token)
  const goods = await findGoods(shop, orderItems)
  const person = user && { userId: user._id, email: user.email }
  const checked = { ...row, minimum_cents: null }
  const { label } = await discountFor(shop, checked, goods, person, unpaidOrder)
  const covered = markCovered(goods, row).filter(({ isCovered }) => isCovered)
  return {
    code: row.code,
    label,
    kind: row.kind,
    value: valueOf(row),
    products: [...new Set(covered.map(({ productId }) => productId))],
    minimum: row.minimum_cents === null ? null : toDollars(row.minimum_cents),
  }
}

/** The uses of a code by an order that was not closed: 1 or 0. */
async function ownUses(db: Db, codeId: string, orderId: string): Promise<number> {
  if (orderId === '') return 0
  const own = await db
    .selectFrom('discount_uses')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('code_id', '=', codeId)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return own ? 1 : 0
}

function valueOf({ kind, percent, amount_cents: cents }: Awaited<ReturnType<typeof findCode>>): number {
  if (kind === 'shipping') return 0
  return kind === 'percent' ? percent : toDollars(cents)
}
