/** The list of pictures of imported products: which are waiting, which failed, and uploads that replace the fetch. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { imports } from '#shared/backoffice/api/imports.ts'
import { counted, plural } from '#shared/kernel/counts.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { ReceivedFile } from '#server/platform/http/receive-files.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Actor } from './kind.ts'
import { comparableName, keepPicture, type PictureRow } from './pictures.ts'

const PLACES = ['image', 'second_image'] as const
const LISTED = 20

/** A product with the addresses of its pictures in the other shop, and the pictures that it has here. */
export type Pictured = {
  productId: string
  has: Record<Place, string>
  urls: readonly string[]
}

/** The addresses for the places that have no picture and are not listed yet; empty for the other places. */
export async function missingPictures(db: Db, products: readonly Pictured[]): Promise<Map<string, string[]>> {
  const ids = products.filter(({ urls }) => urls.length > 0).map(({ productId }) => productId)
  const listed = new Set<string>()
  for (const part of inBatches(ids, BATCH)) {
    const rows = await db
      .selectFrom('import_pictures')
      .select(['product_id', 'place'])
      .where('product_id', 'in', part)
      .execute()
    for (const row of rows) listed.add(`${row.product_id} ${row.place}`)
  }
  return new Map(
    products.map(({ productId, has, urls }) => [
      productId,
      PLACES.map((place, index) =>
        has[place] === '' && !listed.has(`${productId} ${place}`) ? (urls[index] ?? '') : '',
      ),
    ]),
  )
}

const BATCH = 250

/** Adds pictures to the list, in the transaction that saves their products. */
export async function listPictures(
  tx: Tx,
  shop: Shop,
  actor: Actor,
  products: readonly { productId: string; urls: readonly string[] }[],
): Promise<void> {
  const rows = products.flatMap(({ productId, urls }) =>
    PLACES.flatMap((place, index) => {
      const url = urls[index]
      return url ? waitingPicture(shop, actor, { productId, place, url, name: comparableName(url) }) : []
    }),
  )
  for (const part of inBatches(rows, BATCH))
    await tx
      .insertInto('import_pictures')
      .values(part)
      .onConflict((taken) => taken.doNothing())
      .execute()
}

type Place = (typeof PLACES)[number]
type Wanted = { productId: string; place: Place; url: string; name: string }

function waitingPicture(shop: Shop, actor: Actor, { productId, place, url, name }: Wanted) {
  return {
    id: newId(shop.clock),
    product_id: productId,
    place,
    url: url.slice(0, 2000).toWellFormed(),
    file_name: name,
    state: 'waiting' as const,
    problem: '',
    actor_id: actor._id,
    actor: actor.name,
    claimed_until: null,
    created_at: isoNow(shop.clock),
  }
}

/** The progress, and the first pictures that could not be fetched. */
export async function pictureProgress({ db }: Shop): Promise<Reply<typeof imports.pictures>> {
  const counts = await db
    .selectFrom('import_pictures')
    .select('state')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('state')
    .execute()
  const failed = await db
    .selectFrom('import_pictures')
    .innerJoin('products', 'products.id', 'import_pictures.product_id')
    .select(['import_pictures.id as _id', 'product_id as product', 'products.name as name', 'url', 'problem'])
    .where('state', '=', 'failed')
    .orderBy('import_pictures.created_at')
    .orderBy('import_pictures.id')
    .limit(LISTED)
    .execute()
  const of = (wanted: PictureRow['state']) => counts.find(({ state }) => state === wanted)?.count ?? 0
  return { waiting: of('waiting'), done: of('done'), failedCount: of('failed'), failed }
}

/** Lets the job fetch all failed pictures again. */
export async function retryPictures(shop: Shop): Promise<Reply<typeof imports.pictures>> {
  await shop.db
    .updateTable('import_pictures')
    .set({ state: 'waiting', problem: '', claimed_until: null })
    .where('state', '=', 'failed')
    .execute()
  return pictureProgress(shop)
}

/**
 * Stores uploaded pictures for the products that miss a picture with this file name, or whose SKU or handle is the file
 * name. Returns the names of the pictures that no product needs. Throws 400 if a file is not a picture.
 */
export async function matchPictures(
  shop: Shop,
  actor: SignedIn,
  files: readonly ReceivedFile[],
): Promise<Reply<typeof imports.matchPictures>> {
  const unmatched: string[] = []
  for (const file of files) {
    const rows = await rowsFor(shop, actor, comparableName(file.name))
    if (rows.length === 0) unmatched.push(file.name)
    else
      await keepPicture(shop, rows, file.path).catch((error: unknown) =>
        Promise.reject(named(error, file.name)),
      )
  }
  const stored = files.length - unmatched.length
  const rest =
    unmatched.length > 0
      ? `. No product needs ${plural(unmatched.length, 'this picture', 'these pictures')}: ${unmatched.join(', ')}`
      : ''
  return { message: `${counted(stored, 'picture')} stored${rest}`, stored, unmatched }
}

function named(error: unknown, name: string): unknown {
  return error instanceof Refusal && error.status === 400
    ? new Refusal(400, `${name}: ${error.message}`)
    : error
}

async function rowsFor(shop: Shop, actor: Actor, name: string): Promise<PictureRow[]> {
  if (name === '') return []
  const listed = await shop.db
    .selectFrom('import_pictures')
    .selectAll()
    .where('file_name', '=', name)
    .where('state', '<>', 'done')
    .execute()
  return listed.length > 0 ? listed : rowsOfProduct(shop, actor, name)
}

/** A product without a picture whose SKU or handle is the name of the file. */
async function rowsOfProduct(shop: Shop, actor: Actor, name: string): Promise<PictureRow[]> {
  const found = await shop.db
    .selectFrom('products')
    .select('id')
    .where('image', '=', '')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb(
          'id',
          'in',
          eb
            .selectFrom('product_sizes')
            .select('product_id')
            .where('removed_at', 'is', null)
            .where((size) => size(size.fn<string>('lower', ['sku']), '=', name)),
        ),
        eb(
          'id',
          'in',
          eb
            .selectFrom('imported_products')
            .select('product_id')
            .where((link) => link(link.fn<string>('lower', ['external_id']), '=', name)),
        ),
      ]),
    )
    .limit(1)
    .execute()
  return found.map(({ id }) => waitingPicture(shop, actor, { productId: id, place: 'image', url: '', name }))
}
