/** Rows of the tables about artists, events, pages and sign-in, for test/full-shop.ts. */
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { storePasskey } from './passkeys.ts'
import type { TestShop } from './shop.ts'
import { signedIn } from './signed-in.ts'
import { boughtGiftSubscription, subscriptionOf } from './subscription-rows.ts'
import { insert } from './table-rows.ts'

/**
 * Adds a share and a payout of an artist, a sign-up for an event, a discount code with a use, a subscription, a picture of the media
 * library and the draft of a page.
 * @param file the name of an uploaded picture
 * @param text the text of all fields that admins and visitors type
 */
export async function addContent(shop: TestShop, file: string, text: string): Promise<void> {
  const { db, clock } = shop
  const at = isoNow(clock)
  const stamps = { created_at: at, updated_at: at }
  const artist = await db.selectFrom('artists').select('id').executeTakeFirstOrThrow()
  const event = await db.selectFrom('events').select('id').executeTakeFirstOrThrow()
  const ofArtist = { artist_id: artist.id }
  await insert(db, 'artist_shares', { id: newId(clock), ...ofArtist, percent: 55, since: at })
  await insert(db, 'artist_payouts', {
    id: newId(clock),
    ...ofArtist,
    cents: 4200,
    note: text,
    actor: text,
    paid_at: at,
  })
  const person = { name: text, email: 'ann@example.com', seats: 2, state: 'waiting' as const }
  await insert(db, 'event_signups', {
    id: newId(clock),
    event_id: event.id,
    ...person,
    reminded_at: null,
    created_at: at,
  })
  await addDiscount(shop, text)
  await addSubscription(shop, text)
  await addNewsletter(shop, text)
  await insert(db, 'media', { id: newId(clock), file, alt: text, ...stamps })
  await insert(db, 'page_versions', {
    id: newId(clock),
    page: 'about',
    state: 'draft',
    body: '{}',
    saved_by: text,
    publish_at: null,
    ...stamps,
  })
}

/** A code, and its use by an order. */
async function addDiscount({ db, clock }: TestShop, text: string): Promise<void> {
  const at = isoNow(clock)
  const { id: order } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  const id = newId(clock)
  await insert(db, 'discount_codes', {
    id,
    code: 'FULL10',
    note: text,
    kind: 'percent',
    percent: 10,
    amount_cents: 0,
    categories: '[]',
    products: '[]',
    minimum_cents: 2500,
    starts_on: '2026-01-01',
    ends_on: '',
    first_order_only: 1,
    per_person: 1,
    total: 100,
    is_off: 0,
    used: 1,
    created_at: at,
    updated_at: at,
  })
  await insert(db, 'discount_uses', {
    order_id: order,
    code_id: id,
    mailbox: 'ann@example.com',
    saved_cents: 185,
    used_at: at,
    released_at: null,
  })
}

/** Adds the ways to sign in of an account: a passkey, an authenticator app and a recovery code. */
export async function addSignIn(shop: TestShop, userId: string, text: string): Promise<void> {
  const { db, clock } = shop
  const of = { user_id: userId, created_at: isoNow(clock) }
  await storePasskey(shop, userId, text)
  await insert(db, 'authenticator_apps', { ...of, secret: text, confirmed_at: null })
  await insert(db, 'recovery_codes', { ...of, code_hash: text, used_at: null })
}

/** A subscription with an item and a delivery that waits, and a coffee of roaster's choice. */
async function addSubscription(shop: TestShop, text: string): Promise<void> {
  const { db, clock } = shop
  const id = await subscriptionOf(shop, await signedIn(shop))
  await db
    .updateTable('subscriptions')
    .set({ gift_note: text, consent_text: text, cancel_reason: text })
    .where('id', '=', id)
    .execute()
  const order = await boughtGiftSubscription(shop, await signedIn(shop))
  await db.updateTable('gift_subscriptions').set({ note: text }).where('order_id', '=', order).execute()
  const at = isoNow(clock)
  await insert(db, 'subscription_deliveries', {
    id: newId(clock),
    subscription_id: id,
    number: 1,
    state: 'waiting',
    planned_on: '2026-12-03',
    reason: text,
    order_id: null,
    next_at: at,
    created_at: at,
    updated_at: at,
  })
  const { id: product } = await db.selectFrom('products').select('id').executeTakeFirstOrThrow()
  await insert(db, 'rotation_coffees', { taste: 'fruity', position: 0, product_id: product })
  await insert(db, 'coffee_endings', {
    product_id: product,
    ends_on: '2027-01-07',
    replacement_id: null,
    created_at: at,
  })
  const { id: item } = await db.selectFrom('subscription_items').select('id').executeTakeFirstOrThrow()
  await insert(db, 'coffee_replacements', {
    item_id: item,
    ended_product_id: product,
    product_id: product,
    size_id: product,
    announced_at: at,
  })
}

/** A subscriber, a newsletter with its mail, a consent, an excluded address, a request for a notice, and a mailed cart. */
async function addNewsletter({ db, clock }: TestShop, text: string): Promise<void> {
  const at = isoNow(clock)
  const email = 'ann@example.com'
  const subscriber = newId(clock)
  await insert(db, 'newsletter_subscribers', {
    id: subscriber,
    email,
    state: 'active',
    link_key: newId(clock),
    requested_at: at,
    confirmed_at: at,
    left_at: null,
  })
  await insert(db, 'newsletter_consents', {
    id: newId(clock),
    email,
    kind: 'confirmed',
    text,
    source: 'footer',
    at,
  })
  await insert(db, 'suppressed_addresses', { address_hash: text, reason: 'admin', at })
  const newsletter = newId(clock)
  const blocks = JSON.stringify([{ kind: 'heading', text }])
  const times = { created_at: at, updated_at: at, started_at: null, ended_at: null }
  await insert(db, 'newsletters', { id: newsletter, subject: text, blocks, send_on: null, ...times })
  await insert(db, 'newsletter_recipients', {
    newsletter_id: newsletter,
    subscriber_id: subscriber,
    outbox_id: null,
  })
  const size = await db.selectFrom('product_sizes').select(['id', 'product_id']).executeTakeFirstOrThrow()
  await insert(db, 'stock_notices', {
    id: newId(clock),
    product_id: size.product_id,
    size_id: size.id,
    email,
    confirmed_at: at,
    created_at: at,
  })
  const line = {
    product: size.product_id,
    size: size.id,
    name: text,
    sizeLabel: '',
    grams: null,
    grind: '',
    qty: 1,
  }
  await insert(db, 'saved_carts', {
    id: newId(clock),
    email,
    kind: 'tomorrow',
    goods: JSON.stringify([line]),
    goods_hash: text,
    consent: text,
    requested_at: at,
    due_at: at,
    sent_at: null,
  })
}
