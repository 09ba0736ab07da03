/** The account itself: profile, addresses, sign-in, reviews, subscriptions and saved payment methods. */
import { TASTE_NAMES } from '#shared/platform/subscriptions.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { addressOf, dollarsOf, type Entry, type Person, type Section } from './section.ts'

export const ACCOUNT_SECTIONS: Section[] = [
  { key: 'profile', title: 'Profile', read: readProfile },
  { key: 'addresses', title: 'Address book', read: readAddresses },
]

export const SUBSCRIPTION_SECTIONS: Section[] = [
  { key: 'subscriptions', title: 'Subscriptions', read: readSubscriptions },
  { key: 'savedPaymentMethods', title: 'Saved payment methods', read: readMethods },
  { key: 'reviews', title: 'Reviews', read: readReviews },
]

export const SIGN_IN_SECTIONS: Section[] = [
  { key: 'sessions', title: 'Where you are signed in', read: readSessions },
  { key: 'passkeys', title: 'Passkeys', read: readPasskeys },
  { key: 'secondFactors', title: 'Second factors', read: readFactors },
]

async function readProfile({ shop: { db }, user, email }: Person): Promise<Entry[]> {
  const waiting = await db
    .selectFrom('email_changes')
    .select('email')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  const { name, created_at: createdAt, updated_at: updatedAt } = user
  return [
    {
      name,
      email: user.email,
      isEmailConfirmed: email !== null,
      newEmail: waiting?.email ?? null,
      createdAt,
      updatedAt,
    },
  ]
}

async function readAddresses({ shop: { db }, user }: Person): Promise<Entry[]> {
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    label: row.label,
    recipient: row.recipient,
    address: addressOf(row),
    phone: row.phone,
    isDefault: row.is_default === 1,
    usedAt: row.used_at,
    createdAt: row.created_at,
  }))
}

async function readSubscriptions({ shop: { db }, user }: Person): Promise<Entry[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [items, deliveries] = await Promise.all([readItems(db, ids), readDeliveries(db, ids)])
  return rows.map((row) => ({
    status: row.status,
    everyWeeks: row.weeks,
    discountPercent: row.discount_percent,
    name: row.buyer_name,
    email: row.buyer_email,
    recipient: row.recipient,
    address: addressOf(row),
    phone: row.phone,
    isPickup: row.is_pickup === 1,
    giftNote: row.gift_note,
    nextOn: row.next_on,
    startedAt: row.created_at,
    consent: { text: row.consent_text, at: row.consented_at },
    canceledAt: row.canceled_at,
    cancelReason: row.cancel_reason,
    items: items
      .filter(({ subscription_id: id }) => id === row.id)
      .map((item) => ({
        name: item.taste ? `Roaster’s choice: ${TASTE_NAMES[item.taste]}` : item.name,
        size: item.label,
        grind: item.grind,
        quantity: item.qty,
        isOnce: item.is_once === 1,
        agreedPrice: dollarsOf(item.price_cents),
      })),
    deliveries: deliveries
      .filter(({ subscription_id: id }) => id === row.id)
      .map(({ number, state, planned_on: plannedOn, reason, attempts, order }) => ({
        number,
        state,
        plannedOn,
        reason,
        failedCharges: attempts,
        order,
      })),
  }))
}

function readItems(db: Db, subscriptions: string[]) {
  return db
    .selectFrom('subscription_items as item')
    .leftJoin('products', 'products.id', 'item.product_id')
    .leftJoin('product_sizes', 'product_sizes.id', 'item.size_id')
    .select(['subscription_id', 'products.name', 'product_sizes.label', 'taste', 'grind', 'qty', 'is_once'])
    .select('item.price_cents')
    .where('subscription_id', 'in', subscriptions)
    .execute()
}

function readDeliveries(db: Db, subscriptions: string[]) {
  return db
    .selectFrom('subscription_deliveries as delivery')
    .leftJoin('orders', 'orders.id', 'delivery.order_id')
    .select(['subscription_id', 'delivery.number', 'delivery.state', 'planned_on', 'reason', 'attempts'])
    .select('orders.number as order')
    .where('subscription_id', 'in', subscriptions)
    .orderBy('delivery.number')
    .execute()
}

/** Without the tokens: only the shop can use them. */
async function readMethods({ shop: { db }, user }: Person): Promise<Entry[]> {
  const rows = await db
    .selectFrom('payment_methods')
    .select(['provider', 'state', 'label', 'created_at', 'deleted_at', 'deleted_by'])
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    provider: row.provider,
    account: row.label,
    state: row.state,
    savedAt: row.created_at,
    removedAt: row.deleted_at,
    removedBy: row.deleted_by,
  }))
}

async function readReviews({ shop: { db }, user }: Person): Promise<Entry[]> {
  const rows = await db
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'reviews.product_id')
    .select(['products.name as product', 'reviews.name', 'reviews.rating', 'comment', 'reviews.created_at'])
    .select(['edited_at', 'hidden_at'])
    .where('reviews.user_id', '=', user.id)
    .orderBy('reviews.created_at')
    .execute()
  return rows.map((row) => ({
    product: row.product,
    name: row.name,
    rating: row.rating,
    comment: row.comment,
    at: row.created_at,
    editedAt: row.edited_at,
    hiddenAt: row.hidden_at,
  }))
}

async function readSessions({ shop: { db }, user }: Person): Promise<Entry[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['created_at', 'last_seen_at', 'ip', 'user_agent'])
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    since: row.created_at,
    lastSeenAt: row.last_seen_at,
    networkAddress: row.ip,
    browser: row.user_agent,
  }))
}

async function readPasskeys({ shop: { db }, user }: Person): Promise<Entry[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['name', 'created_at', 'used_at'])
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute()
  return rows.map(({ name, created_at: createdAt, used_at: usedAt }) => ({ name, createdAt, usedAt }))
}

/** Contains only that second factors exist, and no secrets. */
async function readFactors({ shop: { db }, user }: Person): Promise<Entry[]> {
  const app = await db
    .selectFrom('authenticator_apps')
    .select('confirmed_at')
    .where('user_id', '=', user.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const codes = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user.id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return [
    ...(app ? [{ kind: 'Authenticator app', since: app.confirmed_at }] : []),
    ...(codes.count > 0 ? [{ kind: 'Recovery codes', unused: codes.count }] : []),
  ]
}
