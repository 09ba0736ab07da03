/** Works of art for visitors, with their wall labels, and for admins. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { ListedWork, Work, works, WorkWithForm } from '#shared/catalog/api/works.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoIn, MINUTE } from '#server/kernel/time/clock.ts'
import { findWork, stateOf, workRows, worksQuery, type WholeWork } from './work-rows.ts'

/** How long an unpaid order is shown before the page looks again whether it was paid. */
const WHILE_HELD = MINUTE

/** The works that visitors see, those of the featured artist first. */
export async function listWorks(shop: Shop): Promise<Reply<typeof works.list>> {
  const rows = await worksQuery(shop.db).where('is_hidden', '=', 0).execute()
  const shown = rows.map((row) => toWork(shop, row))
  const isHeld = shown.some(({ state }) => state === 'held')
  return { works: shown, until: isHeld ? isoIn(shop.clock, WHILE_HELD) : null }
}

/** All works. */
export async function listAllWorks(shop: Shop): Promise<ListedWork[]> {
  const rows = await worksQuery(shop.db).execute()
  return rows.map((row) => ({ ...toLabel(row), isHidden: row.is_hidden === 1 }))
}

/** One work with the values of its form. Throws 404. */
export async function getWorkForm(shop: Shop, id: string): Promise<WorkWithForm> {
  const row = await findWork(shop.db, id)
  const facts = shop.pictureOf(row.image, row.name)
  return { _id: row.id, ...workRows.editOf(row), state: stateOf(row), version: row.version, facts }
}

function toWork(shop: Pick<Shop, 'pictureOf'>, row: WholeWork): Work {
  const { year, medium, dimensions, description: text } = row
  const alt = `“${row.name}” by ${row.artist_name}`
  return { ...toLabel(row), year, medium, dimensions, text, picture: shop.pictureOf(row.image, alt) }
}

function toLabel(row: WholeWork) {
  return {
    _id: row.id,
    title: row.name,
    artist: { _id: row.artist_id, name: row.artist_name },
    price: row.is_draft ? null : toDollars(row.price_cents),
    state: stateOf(row),
  }
}
