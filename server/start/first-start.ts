/** Prepares a new shop: the demo data if the settings request it, and the first admin. */
import { SUBSCRIBING_DEFAULTS } from '#shared/platform/settings/subscribing.ts'
import { fillSearched } from '#server/checkout/orders/searched.ts'
import { addFirstGuides } from '#server/content/brew-guides/brew-guides.ts'
import { addFirstDepartments } from '#server/content/departments/departments.ts'
import { prepareSearch } from '#server/catalog/products/search/search-text.ts'
import { correctLotDays } from '#server/roastery/roast-day/lots.ts'
import { rewrapKeys } from '#server/platform/keys/ring.ts'
import type { Shop } from '#server/platform/shop.ts'
import { ensureAdmin, type FirstAdmin } from '#server/people/users/make-admin.ts'
import { rowsOf } from '#server/platform/resources/rows.ts'
import { SUBSCRIBING } from '#server/platform/settings/groups.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { fillAddresses } from './fill-addresses.ts'
import { seedDemo } from './seed/demo.ts'
import { seedContent } from './seed/content.ts'
import { seedWorks } from './seed/works.ts'
import { seedEvents } from './seed/events.ts'
import { seedWholesale } from './seed/wholesale/write-wholesale.ts'

/**
 * Adds what a new shop needs; does nothing if the shop already has it. Only one instance may run this at a time.
 * @returns whether the demo catalog was added now, and how the first admin signs in, if that is known
 */
export async function firstStart(shop: Shop): Promise<{ seeded: boolean; admin: FirstAdmin | null }> {
  await rewrapKeys(shop)
  const { seed } = shop.config
  const isDemo = seed !== 'none'
  const isTrial = shop.services.paypal === null && shop.providers.payments.mode === 'sandbox'
  // A shop that takes real money never has invented orders.
  const hasHistory = seed === 'demo' && isTrial
  const seeded = isDemo && (await seedDemo(shop.db, shop.clock, { hasHistory }))
  if (isDemo) await seedContent(shop.db, shop.clock)
  if (seeded) await seedWorks(shop.db, shop.clock, { hasHistory })
  if (seeded && hasHistory) await seedEvents(shop.db, shop.clock)
  if (seeded && hasHistory) await seedWholesale(shop)
  // With the sandbox, payment methods can be saved.
  if (seeded && isTrial) await offerSubscriptions(shop)
  await addFirstDepartments(shop.db, shop.clock)
  await addFirstGuides(shop.db, shop.clock)
  await prepareSearch(shop.db, shop.config.databaseUrl ? 'postgres' : 'sqlite', shop.crash)
  await fillSearched(shop.db)
  await fillAddresses(shop.db, shop.clock)
  await correctLotDays(shop.db)
  return { seeded, admin: await ensureAdmin(shop) }
}

/** Switches subscriptions on in a new demo shop. In other shops, the owner switches them on. */
async function offerSubscriptions({ db, clock, changed }: Shop): Promise<void> {
  const columns = rowsOf(SUBSCRIBING.fields).columnsOf({ ...SUBSCRIBING_DEFAULTS, isOffered: true })
  await db
    .insertInto('settings')
    .values({ id: SUBSCRIBING.id, version: 1, value: JSON.stringify(columns), updated_at: isoNow(clock) })
    .onConflict((taken) => taken.column('id').doNothing())
    .execute()
  changed({ tag: 'Settings' })
}
