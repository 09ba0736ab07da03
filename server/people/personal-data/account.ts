/** The account itself: profile, addresses, sign-in, reviews, subscriptions and saved payment methods. */
import { nameOfTaste } from '#shared/platform/subscriptions.ts'
import { factorsOf } from '../factors/second-factor.ts'
import { ADDRESS, inDollars, ofAccount, withAddress, withFlags, type Entry, type Section } from './section.ts'

const PROFILE: Section = {
  key: 'profile',
  title: 'Profile',
  read: async ({ shop: { db }, user, email }) => {
    const waiting = await db
      .selectFrom('email_changes')
      .select('email')
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    return [
      {
        name: user.name,
        email: user.email,
        isEmailConfirmed: email !== null,
        newEmail: waiting?.email ?? null,
        createdAt: user.created_at,
        updatedAt: user.updated_at,
      },
    ]
  },
}

export const ACCOUNT_SECTIONS: Section[] = [
  PROFILE,
  ofAccount('addresses', 'Address book', async (db, user) => {
    const rows = await db
      .selectFrom('addresses')
      .select(['label', 'recipient', ...ADDRESS, 'phone', 'is_default as isDefault'])
      .select(['used_at as usedAt', 'created_at as createdAt'])
      .where('user_id', '=', user)
      .orderBy('created_at')
      .execute()
    return rows.map((row) => withFlags(withAddress(row), 'isDefault'))
  }),
  ofAccount('businesses', 'Businesses that you act for', async (db, user) => {
    const rows = await db
      .selectFrom('buyers')
      .innerJoin('companies', 'companies.id', 'buyers.company_id')
      .select(['legal_name as business', 'buyers.name', 'buyers.email', 'may_order as mayOrder'])
      .select(['may_invoices as mayInvoices', 'may_pay as mayPay', 'may_people as mayPeople'])
      .select(['buyers.created_at as invitedAt', 'removed_at as removedAt'])
      .where('user_id', '=', user)
      .orderBy('buyers.created_at')
      .execute()
    return rows.map((row) => withFlags(row, 'mayOrder', 'mayInvoices', 'mayPay', 'mayPeople'))
  }),
]

const SUBSCRIPTIONS = ofAccount('subscriptions', 'Subscriptions', async (db, user) => {
  const own = db.selectFrom('subscriptions').where('user_id', '=', user)
  const [rows, items, deliveries] = await Promise.all([
    own
      .select(['id', 'status', 'weeks as everyWeeks', 'discount_percent as discountPercent'])
      .select(['buyer_name as name', 'buyer_email as email', 'recipient', ...ADDRESS, 'phone'])
      .select(['is_pickup as isPickup', 'gift_note as giftNote', 'next_on as nextOn'])
      .select(['created_at as startedAt', 'consent_text as consent', 'consented_at'])
      .select(['canceled_at as canceledAt', 'cancel_reason as cancelReason'])
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('subscription_items as item')
      .leftJoin('products', 'products.id', 'item.product_id')
      .leftJoin('product_sizes', 'product_sizes.id', 'item.size_id')
      .select(['subscription_id', 'taste', 'products.name', 'label as size', 'grind', 'qty as quantity'])
      .select(['is_once as isOnce', 'item.price_cents as agreedPrice'])
      .where('subscription_id', 'in', own.select('id'))
      .execute(),
    db
      .selectFrom('subscription_deliveries as delivery')
      .leftJoin('orders', 'orders.id', 'delivery.order_id')
      .select(['subscription_id', 'delivery.number', 'delivery.state', 'planned_on as plannedOn', 'reason'])
      .select(['attempts as failedCharges', 'orders.number as order'])
      .where('subscription_id', 'in', own.select('id'))
      .orderBy('delivery.number')
      .execute(),
  ])
  return rows.map(({ id, consented_at: at, ...row }) => ({
    ...withFlags(withAddress(row), 'isPickup'),
    consent: { text: row.consent, at },
    items: items
      .filter((item) => item.subscription_id === id)
      .map(({ subscription_id: _of, taste, ...item }) => ({
        ...withFlags(inDollars(item, 'agreedPrice'), 'isOnce'),
        name: taste ? nameOfTaste(taste) : item.name,
      })),
    deliveries: deliveries
      .filter((delivery) => delivery.subscription_id === id)
      .map(({ subscription_id: _of, ...delivery }) => delivery),
  }))
})

export const SUBSCRIPTION_SECTIONS: Section[] = [
  SUBSCRIPTIONS,
  // Without the tokens: only the shop can use them.
  ofAccount('savedPaymentMethods', 'Saved payment methods', (db, user) =>
    db
      .selectFrom('payment_methods')
      .select(['provider', 'label as account', 'state', 'created_at as savedAt'])
      .select(['deleted_at as removedAt', 'deleted_by as removedBy'])
      .where('user_id', '=', user)
      .orderBy('created_at')
      .execute(),
  ),
  ofAccount('reviews', 'Reviews', (db, user) =>
    db
      .selectFrom('reviews')
      .innerJoin('products', 'products.id', 'reviews.product_id')
      .select(['products.name as product', 'reviews.name', 'reviews.rating', 'comment'])
      .select(['reviews.created_at as at', 'edited_at as editedAt', 'hidden_at as hiddenAt'])
      .where('reviews.user_id', '=', user)
      .orderBy('reviews.created_at')
      .execute(),
  ),
]

export const SIGN_IN_SECTIONS: Section[] = [
  ofAccount('sessions', 'Where you are signed in', (db, user) =>
    db
      .selectFrom('sessions')
      .select(['created_at as since', 'last_seen_at as lastSeenAt'])
      .select(['ip as networkAddress', 'user_agent as browser'])
      .where('user_id', '=', user)
      .orderBy('created_at')
      .execute(),
  ),
  ofAccount('passkeys', 'Passkeys', (db, user) =>
    db
      .selectFrom('passkeys')
      .select(['name', 'created_at as createdAt', 'used_at as usedAt'])
      .where('user_id', '=', user)
      .orderBy('created_at')
      .execute(),
  ),
  // Only that there are second factors, and no secrets.
  {
    key: 'secondFactors',
    title: 'Second factors',
    read: async ({ shop, user }) => {
      const { appSince, codesLeft } = await factorsOf(shop, user.id)
      const app: Entry[] = appSince ? [{ kind: 'Authenticator app', since: appSince }] : []
      return codesLeft > 0 ? [...app, { kind: 'Recovery codes', unused: codesLeft }] : app
    },
  },
]
