/** The brew guides of the shop. */
import type { BrewGuide, BrewGuideEdit, GuideLink } from '#shared/content/api/brew-guides.ts'
import { brewGuideFields } from '#shared/content/resources/brew-guide.ts'
import { slugOf } from '#shared/platform/product-filters.ts'
import { acquireLock, transact } from '#server/kernel/db/transact.ts'
import type { BrewGuideRow, Db, Tx } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { isoNow, newId, type Clock } from '#server/kernel/time/clock.ts'
import { rowsOf } from '#server/platform/resources/rows.ts'
import { SavedRow } from '#server/platform/resources/saved-row.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { FIRST_GUIDES } from './first-guides.ts'

const guideRows = rowsOf(brewGuideFields)
const saved = new SavedRow('brew_guides', {
  rows: guideRows,
  subject: 'brewGuide',
  label: 'Brew guide',
  nameOf: ({ name }) => name,
  tag: 'BrewGuide',
})

/** All guides, in the owner's order. */
export async function listGuides(db: Db): Promise<BrewGuide[]> {
  const rows = await db
    .selectFrom('brew_guides')
    .selectAll()
    .orderBy('place')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(toGuide)
}

/** How all guides are read: `shop.cached('BrewGuide', allGuides)`. */
export const allGuides = { read: listGuides }

/** The links to all guides. */
export async function listGuideLinks(shop: Shop): Promise<GuideLink[]> {
  const guides = await shop.cached('BrewGuide', allGuides)
  return guides.map(({ name, slug, fits }) => ({ name, slug, fits }))
}

/** One guide. Throws 404. */
export async function getGuide(shop: Shop, id: string): Promise<BrewGuide> {
  return toGuide(await saved.find(shop.db, id))
}

/** The guide at an address, in any letter case. Throws 404. */
export async function getGuideAt({ db }: Shop, slug: string): Promise<BrewGuide> {
  const row = await db
    .selectFrom('brew_guides')
    .selectAll()
    .where('slug', '=', slug.toLowerCase())
    .executeTakeFirst()
  if (!row) throw notFound('Brew guide')
  return toGuide(row)
}

/** Adds a guide. Its address is made from the name. */
export async function createGuide(shop: Shop, admin: SignedIn, edit: BrewGuideEdit): Promise<BrewGuide> {
  const row = await saved.create(shop, admin, async (tx) => ({
    ...guideRows.columnsOf(edit),
    slug: await freeSlug(tx, edit.name),
  }))
  return toGuide(row)
}

/** Saves a guide; its address stays, because mails and bags link to it. Throws 404, and 409 if `version` is outdated. */
export async function updateGuide(
  shop: Shop,
  admin: SignedIn,
  id: string,
  edit: BrewGuideEdit,
): Promise<BrewGuide> {
  const { version } = edit
  return toGuide(await saved.update(shop, admin, id, { version, columns: () => guideRows.columnsOf(edit) }))
}

/** Deletes a guide. Throws 404. */
export function removeGuide(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  return saved.remove(shop, admin, id)
}

function toGuide(row: BrewGuideRow): BrewGuide {
  return { _id: row.id, slug: row.slug, ...guideRows.editOf(row), version: row.version }
}

/** A free address that is made from the name. Holds a lock until the end of the transaction. */
async function freeSlug(tx: Tx, name: string): Promise<string> {
  await acquireLock(tx, 'brew_guides')
  const rows = await tx.selectFrom('brew_guides').select('slug').execute()
  const taken = new Set(rows.map(({ slug }) => slug))
  const ascii = slugOf(name)
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 36)
  const wanted = ascii.split('-').filter(Boolean).join('-') || 'guide'
  for (let number = 1; ; number++) {
    const free = number === 1 ? wanted : `${wanted}-${number}`
    if (!taken.has(free)) return free
  }
}

/** The fact that the first guides were added. */
const FIRST_ADDED = 'brew-guides'

/**
 * Adds the first guides once, to new shops and to shops of an earlier version; after the owner has deleted them, they are not
 * added again. Only one instance may run this at a time.
 */
export async function addFirstGuides(db: Db, clock: Clock): Promise<void> {
  const done = await db
    .selectFrom('shop_facts')
    .select('key')
    .where('key', '=', FIRST_ADDED)
    .executeTakeFirst()
  if (done) return
  const now = isoNow(clock)
  const rows = FIRST_GUIDES.map(({ slug, ...edit }, index) => ({
    ...guideRows.columnsOf({ ...edit, place: index + 1 }),
    slug,
    id: newId(clock),
    version: 1,
    created_at: now,
    updated_at: now,
  }))
  await transact(db, async (tx) => {
    await tx.insertInto('brew_guides').values(rows).execute()
    await tx.insertInto('shop_facts').values({ key: FIRST_ADDED, value: now }).execute()
  })
}
