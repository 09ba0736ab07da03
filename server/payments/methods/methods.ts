/** The rows of saved payment methods: recorded once, found for a charge, removed here and then at the provider. */
import type { SavedPaymentMethod } from '#shared/payments/api/payment-methods.ts'
import { isoNow, newId, DAY, isoIn } from '#server/kernel/time/clock.ts'
import { allOrNone, type Step } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow, PaymentMethodRow, PaymentMethodDeletionRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { SavedMethod } from '#server/providers/saved-methods.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { claimDue, retryState } from '#server/kernel/db/queue.ts'
import { isOutage } from '#server/providers/providers.ts'

/**
 * The step that records the payment method that the provider saved, or is about to save, with the payment of an order.
 * Does nothing if the buyer did not agree to save it, and if it is recorded already.
 */
export function recordSaved(shop: Shop, orderId: string, saved: SavedMethod): Step {
  const { db, clock } = shop
  const row = db
    .selectFrom('orders')
    .select((eb) => [
      eb.val(newId(clock)).as('id'),
      'user_id',
      'buyer_email',
      eb.val('paypal').as('provider'),
      eb.val(saved.token === null ? 'waiting' : 'active').as('state'),
      eb.val(saved.token).as('token'),
      eb.val(saved.customerId).as('customer_id'),
      eb.val(saved.label).as('label'),
      'orders.id as order_id',
      eb.val(isoNow(clock)).as('created_at'),
    ])
    .where('orders.id', '=', orderId)
    .where('saves_method', '=', 1)
  const columns = [
    'id',
    'user_id',
    'buyer_email',
    'provider',
    'state',
    'token',
    'customer_id',
    'label',
    'order_id',
    'created_at',
  ] as const
  return {
    query: db
      .insertInto('payment_methods')
      .columns([...columns])
      .expression(row)
      .onConflict((taken) => taken.doNothing()),
  }
}

/**
 * Stores the token of a payment method that the provider has saved after the payment of an order. If the buyer has
 * removed the method since then, it is deleted at the provider.
 */
export async function activate(shop: Shop, orderId: string, saved: SavedMethod): Promise<void> {
  const { token, customerId, label } = saved
  if (token === null) return
  const found = await shop.db
    .selectFrom('payment_methods')
    .select(['id', 'state'])
    .where('order_id', '=', orderId)
    .where('token', 'is', null)
    .executeTakeFirst()
  if (!found) return
  const isRemoved = found.state === 'deleted'
  await allOrNone(shop.db, [
    {
      query: shop.db
        .updateTable('payment_methods')
        .set((eb) => ({
          token,
          customer_id: customerId ?? eb.ref('customer_id'),
          label: label === '' ? eb.ref('label') : label,
          ...(isRemoved ? {} : { state: 'active' as const }),
        }))
        .where('id', '=', found.id)
        .where('state', '=', found.state)
        .where('token', 'is', null),
      rows: 1,
    },
    ...(isRemoved ? [{ query: queueDeletion(shop, 'id', found.id) }] : []),
  ])
}

/** The payment method with this id. */
export function findMethod({ db }: Pick<Shop, 'db'>, id: string): Promise<PaymentMethodRow | undefined> {
  return db.selectFrom('payment_methods').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The saved payment methods of an account, newest first. */
export async function listMethods({ db }: Shop, userId: string): Promise<SavedPaymentMethod[]> {
  const rows = await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(toSavedMethod)
}

/** Gives an account the payment methods that were saved as a guest with its email, which must be confirmed. */
export async function adoptMethods({ db }: Shop, user: Pick<SignedIn, '_id' | 'email'>): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set({ user_id: user._id })
    .where('user_id', 'is', null)
    .where('buyer_email', '=', user.email)
    .where('state', '<>', 'deleted')
    .execute()
}

/** Removes a payment method of an account, and deletes it at the provider soon after. Throws 404. */
export async function removeMethod(shop: Shop, user: SignedIn, id: string): Promise<void> {
  const row = await findMethod(shop, id)
  if (row?.user_id !== user._id || row.state === 'deleted') throw notFound('Payment method')
  const { queue, remove } = removal(shop, user.name, 'id', id)
  await allOrNone(shop.db, [{ query: queue }, { query: remove }])
}

export function toSavedMethod({ id, label, created_at: savedAt }: PaymentMethodRow): SavedPaymentMethod {
  return { _id: id, label, savedAt }
}

/**
 * The payment method that was saved with the payment of an order. If PayPal gave the token of a method that the buyer had
 * saved before, that method. Null if none was saved.
 */
export async function methodOfOrder(
  { db }: Pick<Shop, 'db'>,
  order: Pick<OrderRow, 'id' | 'user_id' | 'buyer_email'>,
): Promise<PaymentMethodRow | null> {
  const own = db.selectFrom('payment_methods').selectAll()
  const saved = await own.where('order_id', '=', order.id).executeTakeFirst()
  if (saved) return saved
  const before = await own
    .where((eb) =>
      order.user_id === null
        ? eb.and([eb('user_id', 'is', null), eb('buyer_email', '=', order.buyer_email)])
        : eb('user_id', '=', order.user_id),
    )
    .where('state', '=', 'active')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return before ?? null
}

/** Whether a payment method belongs to the buyer of an order. */
export function isOfBuyer(
  method: PaymentMethodRow,
  order: Pick<OrderRow, 'user_id' | 'buyer_email'>,
): boolean {
  if (method.user_id !== null && method.user_id === order.user_id) return true
  return method.buyer_email.toLowerCase() === order.buyer_email.toLowerCase()
}

/** Marks a payment method that the provider no longer has. */
export async function markGone(shop: Shop, id: string): Promise<void> {
  await shop.db
    .updateTable('payment_methods')
    .set({ state: 'deleted', deleted_at: isoNow(shop.clock), deleted_by: 'PayPal' })
    .where('id', '=', id)
    .where('state', '<>', 'deleted')
    .execute()
}

/**
 * The steps that remove the payment methods of a buyer, or one of them, and queue their deletion at the provider.
 * @param by the name of the person who removes them
 */
export function removal(
  shop: Pick<Shop, 'db' | 'clock'>,
  by: string,
  column: 'id' | 'user_id',
  value: string,
) {
  const now = isoNow(shop.clock)
  return {
    queue: queueDeletion(shop, column, value),
    remove: shop.db
      .updateTable('payment_methods')
      .set({ state: 'deleted', deleted_at: now, deleted_by: by })
      .where(column, '=', value)
      .where('state', '<>', 'deleted'),
  }
}

/** The query that queues the deletion of tokens at the provider. Run it before the methods are marked as deleted. */
function queueDeletion({ db, clock }: Pick<Shop, 'db' | 'clock'>, column: 'id' | 'user_id', value: string) {
  const now = isoNow(clock)
  return db
    .insertInto('payment_method_deletions')
    .columns(['id', 'token', 'state', 'attempts', 'next_at', 'created_at'])
    .expression(
      db
        .selectFrom('payment_methods')
        .select((eb) => [
          'id',
          eb.ref('token').$notNull().as('token'),
          eb.val('waiting' as const).as('state'),
          eb.val(0).as('attempts'),
          eb.val(now).as('next_at'),
          eb.val(now).as('created_at'),
        ])
        .where(column, '=', value)
        .where('token', 'is not', null),
    )
    .onConflict((taken) => taken.doNothing())
}

/** Deletes the payment methods that are due. */
export async function deleteRemoved(shop: Shop, signal?: AbortSignal): Promise<void> {
  for await (const row of claimDue(shop, 'payment_method_deletions', signal)) await deleteOne(shop, row)
}

/** A deletion that failed for hours is tried again a day later. Old rows of finished deletions are deleted. */
export async function sweepDeletions({ db, clock }: Shop): Promise<void> {
  await db
    .updateTable('payment_method_deletions')
    .set({ state: 'waiting', attempts: 0, next_at: isoNow(clock) })
    .where('state', '=', 'failed')
    .where('next_at', '<', isoIn(clock, -DAY))
    .execute()
  await db
    .deleteFrom('payment_method_deletions')
    .where('state', '=', 'done')
    .where('created_at', '<', isoIn(clock, -60 * DAY))
    .execute()
}

async function deleteOne(shop: Shop, row: PaymentMethodDeletionRow): Promise<void> {
  try {
    if (!(await isInUse(shop, row.token))) await shop.providers.payments.deleteSaved(row.token)
    await finish(shop, row, { state: 'done', problem: null })
  } catch (error) {
    const outcome = retryState(
      shop.clock,
      { attempts: row.attempts, since: row.created_at },
      error as Error,
      isOutage(error),
    )
    const level = outcome.state === 'failed' ? 'error' : 'warn'
    shop.log[level]({ err: error, method: row.id }, 'a payment method is not deleted at PayPal yet')
    await finish(shop, row, outcome)
  }
}

/** Whether the buyer has saved the same payment method again, and PayPal gave it the same token. */
async function isInUse({ db }: Shop, token: string): Promise<boolean> {
  const other = await db
    .selectFrom('payment_methods')
    .select('id')
    .where('provider', '=', 'paypal')
    .where('token', '=', token)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return other !== undefined
}

async function finish(
  { db }: Shop,
  { id }: PaymentMethodDeletionRow,
  fields: Partial<PaymentMethodDeletionRow>,
): Promise<void> {
  await db.updateTable('payment_method_deletions').set(fields).where('id', '=', id).execute()
}
