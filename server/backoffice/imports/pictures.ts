/** The pictures of imported products: fetched by a job from the other shop, or uploaded and found by their file names. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { hasCome } from '#server/kernel/db/due.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import type { ImportPictures } from '#server/kernel/db/tables/imports.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoIn, isoNow, MINUTE } from '#server/kernel/time/clock.ts'
import { referencePictures, storePictures } from '#server/platform/upload/pictures.ts'
import { fetchPicture, NotFetched } from './fetch-picture.ts'

export type PictureRow = Selectable<ImportPictures>

/** Fetched at the same time, so that the other shop does not block us. */
const CONCURRENT = 3
/** Longer than a picture takes to fetch and to encode. */
const CLAIM = 3 * MINUTE

type Fetch = (url: string, path: string) => Promise<void>

/** Fetches the waiting pictures, three at a time, until none is left or `signal` is aborted. */
export async function fetchPictures(
  shop: Shop,
  signal?: AbortSignal,
  fetch: Fetch = fetchPicture,
): Promise<void> {
  const work = async () => {
    for (;;) {
      const row = signal?.aborted ? null : await claimPicture(shop)
      if (!row) return
      await fetchOne(shop, row, fetch)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: CONCURRENT }, work))
  const failure = ended.find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
}

/** Claims the oldest waiting picture. If a process dies, its claims end. */
async function claimPicture(shop: Shop): Promise<PictureRow | null> {
  for (;;) {
    const row = await shop.db
      .selectFrom('import_pictures')
      .selectAll()
      .where('state', '=', 'waiting')
      .where((eb) => eb.or([eb('claimed_until', 'is', null), hasCome('claimed_until', shop.clock, CLAIM)]))
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!row) return null
    const { numUpdatedRows } = await shop.db
      .updateTable('import_pictures')
      .set({ claimed_until: isoIn(shop.clock, CLAIM) })
      .where('id', '=', row.id)
      .where('state', '=', 'waiting')
      .where('claimed_until', row.claimed_until === null ? 'is' : '=', row.claimed_until)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return row
  }
}

async function fetchOne(shop: Shop, row: PictureRow, fetch: Fetch): Promise<void> {
  const path = join(shop.config.incoming, randomUUID())
  try {
    await mkdir(shop.config.incoming, { recursive: true, mode: 0o700 })
    await fetch(row.url, path)
    await keepPicture(shop, [row], path)
  } catch (error) {
    // The picture is the cause, so the owner sees the reason. After a failure of the shop itself, the picture is tried
    // again when the claim ends.
    const isRefused = error instanceof NotFetched || (error instanceof Refusal && error.status === 400)
    if (!isRefused) throw error
    await shop.db
      .updateTable('import_pictures')
      .set({ state: 'failed', problem: error.message.slice(0, 300), claimed_until: null })
      .where('id', '=', row.id)
      .where('state', '=', 'waiting')
      .execute()
  } finally {
    await rm(path, { force: true })
  }
}

/** Stores a picture for all these places of products. A product that has a picture there by now keeps it. */
export async function keepPicture(shop: Shop, rows: readonly PictureRow[], path: string): Promise<void> {
  const [{ actor_id, actor }] = rows as [PictureRow]
  const file = { path, bytes: 0, name: '' }
  await storePictures(shop, { _id: actor_id }, [file], async (tx, [stored]) => {
    for (const row of rows)
      await showPicture(tx, shop, row, { _id: actor_id, name: actor }, stored!.facts.src)
  })
  for (const { product_id: id } of rows) shop.changed({ tag: 'Product', id })
}

async function showPicture(
  tx: Tx,
  shop: Shop,
  { id, product_id, place }: PictureRow,
  actor: { _id: string; name: string },
  src: string,
): Promise<void> {
  const shown = await tx
    .updateTable('products')
    .set((eb) => ({ [place]: src, version: eb('version', '+', 1), updated_at: isoNow(shop.clock) }))
    .where('id', '=', product_id)
    .where(place, '=', '')
    .where('deleted_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  if (shown) {
    await referencePictures(tx, shop, [src])
    const field = place === 'image' ? 'First Image' : 'Second Image'
    const changes = [{ field, before: '', after: src }]
    const action = 'Changed by an import'
    await logChange(tx, shop, actor, {
      subject: 'product',
      id: product_id,
      name: shown.name,
      action,
      changes,
    })
  }
  await tx
    .updateTable('import_pictures')
    .set({ state: 'done', problem: '', claimed_until: null })
    .where('id', '=', id)
    .execute()
}

/** The name of a file for comparison: without folders, parameters and extension, in lower case. */
export function comparableName(pathOrUrl: string): string {
  const path = URL.parse(pathOrUrl)?.pathname ?? pathOrUrl
  const name = decoded(path.split('/').at(-1) ?? '')
  return name
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\p{C}]/gu, '')
    .slice(0, 200)
    .toWellFormed()
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
