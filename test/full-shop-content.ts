/** Rows of the tables about artists, events, pages and sign-in, for test/full-shop.ts. */
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { storePasskey } from './passkeys.ts'
import type { TestShop } from './shop.ts'
import { signedIn } from './signed-in.ts'
import { subscriptionOf } from './subscription-rows.ts'

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
  await db
    .insertInto('artist_shares')
    .values({ id: newId(clock), ...ofArtist, percent: 55, since: at })
    .execute()
  await db
    .insertInto('artist_payouts')
    .values({ id: newId(clock), ...ofArtist, cents: 4200, note: text, actor: text, paid_at: at })
    .execute()
  const person = { name: text, email: 'ann@example.com', seats: 2, state: 'waiting' as const }
  await db
    .insertInto('event_signups')
    .values({ id: newId(clock), event_id: event.id, ...person, reminded_at: null, created_at: at })
    .execute()
  await addDiscount(shop, text)
  await addSubscription(shop, text)
  await addNewsletter(shop, text)
  await db
    .insertInto('media')
    .values({ id: newId(clock), file, alt: text, ...stamps })
    .execute()
  await db
    .insertInto('page_versions')
    .values({
      id: newId(clock),
      page: 'about',
      state: 'draft',
      body: '{}',
      saved_by: text,
      publish_at: null,
      ...stamps,
    })
    .execute()
}

/** A code, and its use by an order. */
async function addDiscount({ db, clock }: TestShop, text: string): Promise<void> {
  const at = isoNow(clock)
  const { id: order } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  const id = newId(clock)
  await db
    .insertInto('discount_codes')
    .values({
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
    .execute()
  await db
    .insertInto('discount_uses')
    .values({
      order_id: order,
      code_id: id,
      mailbox: 'ann@example.com',
      saved_cents: 185,
      used_at: at,
      released_at: null,
    })
    .execute()
}

/** Adds the ways to sign in of an account: a passkey, an authenticator app and a recovery code. */
export async function addSignIn(shop: TestShop, userId: string, text: string): Promise<void> {
  const { db, clock } = shop
  const of = { user_id: userId, created_at: isoNow(clock) }
  await storePasskey(shop, userId, text)
  await db
    .insertInto('authenticator_apps')
    .values({ ...of, secret: text, confirmed_at: null })
    .execute()
  await db
    .insertInto('recovery_codes')
    .values({ ...of, code_hash: text, used_at: null })
    .execute()
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
  const at = isoNow(clock)
  await db
    .insertInto('subscription_deliveries')
    .values({
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
    .execute()
  const { id: product } = await db.selectFrom('products').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('rotation_coffees')
    .values({ taste: 'fruity', position: 0, product_id: product })
    .execute()
  await db
    .insertInto('coffee_endings')
    .values({ product_id: product, ends_on: '2027-01-07', replacement_id: null, created_at: at })
    .execute()
  const { id: item } = await db.selectFrom('subscription_items').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('coffee_replacements')
    .values({
      item_id: item,
      ended_product_id: product,
      product_id: product,
      size_id: product,
      announced_at: at,
    })
    .execute()
}

/** A subscriber, a newsletter with its mail, a consent, an excluded address, a request for a notice, and a mailed cart. */
async function addNewsletter({ db, clock }: TestShop, text: string): Promise<void> {
  const at = isoNow(clock)
  const email = 'ann@example.com'
  const subscriber = newId(clock)
  await db
    .insertInto('newsletter_subscribers')
    .values({
      id: subscriber,
      email,
      state: 'active',
      link_key: newId(clock),
      requested_at: at,
      confirmed_at: at,
      left_at: null,
    })
    .execute()
  await db
    .insertInto('newsletter_consents')
    .values({ id: newId(clock), email, kind: 'confirmed', text, source: 'footer', at })
    .execute()
  await db.insertInto('suppressed_addresses').values({ address_hash: text, reason: 'admin', at }).execute()
  const newsletter = newId(clock)
  const blocks = JSON.stringify([{ kind: 'heading', text }])
  const times = { created_at: at, updated_at: at, started_at: null, ended_at: null }
  await db
    .insertInto('newsletters')
    .values({ id: newsletter, subject: text, blocks, send_on: null, ...times })
    .execute()
  await db
    .insertInto('newsletter_recipients')
    .values({ newsletter_id: newsletter, subscriber_id: subscriber, outbox_id: null })
    .execute()
  const size = await db.selectFrom('product_sizes').select(['id', 'product_id']).executeTakeFirstOrThrow()
  await db
    .insertInto('stock_notices')
    .values({
      id: newId(clock),
      product_id: size.product_id,
      size_id: size.id,
      email,
      confirmed_at: at,
      created_at: at,
    })
    .execute()
  const line = {
    product: size.product_id,
    size: size.id,
    name: text,
    sizeLabel: '',
    grams: null,
    grind: '',
    qty: 1,
  }
  await db
    .insertInto('saved_carts')
    .values({
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
    .execute()
}
