/** The media library. A picture that is removed from it stays on the pages and in the versions that show it. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { Medium, media } from '#shared/content/api/media.ts'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Db, MediaRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import type { ReceivedFile } from '#server/platform/http/receive-files.ts'
import { differences, logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { usesOfPictures } from '../site-pages/pictures.ts'
import { storePictures } from '#server/platform/upload/pictures.ts'

/** All pictures: the uploaded ones, newest first, then the photos of the product. */
export async function listMedia(shop: Shop): Promise<Medium[]> {
  const uses = await usesOfPictures(shop)
  const rows = await shop.db.selectFrom('media').selectAll().orderBy('id', 'desc').execute()
  const uploaded = rows.flatMap((row) => toMedium(shop, row, uses))
  const bundled = shop.bundled.photos().map(({ path, facts }) => ({
    _id: '',
    file: path,
    alt: facts.alt,
    x: 50,
    y: 50,
    version: 0,
    facts,
    usedOn: uses.get(path) ?? [],
  }))
  return [...uploaded, ...bundled]
}

type Uses = Awaited<ReturnType<typeof usesOfPictures>>

/** An empty list if the picture's files do not exist. */
function toMedium(shop: Pick<Shop, 'pictureOf'>, row: MediaRow, uses: Uses): Medium[] {
  const file = `/uploads/${row.file}`
  const facts = shop.pictureOf(file)
  return facts ? [mediumOf(row, facts, uses)] : []
}

function mediumOf(row: MediaRow, facts: PictureFacts, uses: Uses): Medium {
  const { id, file, alt, focal_x: x, focal_y: y, version } = row
  const path = `/uploads/${file}`
  return { _id: id, file: path, alt, x, y, version, facts, usedOn: uses.get(path) ?? [] }
}

/** Stores pictures and adds them to the library. */
export async function addMedia(
  shop: Shop,
  admin: SignedIn,
  files: readonly ReceivedFile[],
): Promise<Medium[]> {
  const now = isoNow(shop.clock)
  return storePictures(shop, admin, files, async (tx, pictures) => {
    const rows = pictures.map(({ file, facts }) => ({
      facts,
      row: {
        id: newId(shop.clock),
        file,
        alt: '',
        focal_x: 50,
        focal_y: 50,
        version: 1,
        created_at: now,
        updated_at: now,
      },
    }))
    await tx
      .insertInto('media')
      .values(rows.map(({ row }) => row))
      .execute()
    return rows.map(({ row, facts }) => mediumOf(row, facts, new Map()))
  })
}

/** Saves description and focal point. Throws 404, and 409 if another admin has saved since `version`. */
export async function updateMedium(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { alt, x, y, version }: Body<typeof media.update>,
): Promise<Medium> {
  const before = await findMedium(shop.db, id)
  const after = { ...before, alt, focal_x: x, focal_y: y, version: version + 1 }
  await transact(shop.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('media')
      .set({ alt, focal_x: x, focal_y: y, version: version + 1, updated_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('Another admin has changed this picture')
    const changes = differences(before, after, {
      alt: 'Description',
      focal_x: 'Focal point, across',
      focal_y: 'Focal point, down',
    })
    if (changes.length > 0)
      await logChange(tx, shop, admin, {
        subject: 'picture',
        id,
        name: nameOf(after),
        action: 'Changed',
        changes,
      })
  })
  const [saved] = toMedium(shop, after, await usesOfPictures(shop))
  if (!saved) throw notFound('Picture')
  return saved
}

/** Removes a picture from the library. Throws 404, and 409 if a page shows it. */
export async function removeMedium(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  const row = await findMedium(shop.db, id)
  await transact(shop.db, async (tx) => {
    const usedOn = (await usesOfPictures({ db: tx, clock: shop.clock })).get(`/uploads/${row.file}`) ?? []
    if (usedOn.length > 0)
      throw conflict(`This picture is on a page: ${usedOn.join(', ')}. Remove it there first`)
    await tx.deleteFrom('media').where('id', '=', id).execute()
    await logChange(tx, shop, admin, { subject: 'picture', id, name: nameOf(row), action: 'Removed' })
  })
}

async function findMedium(db: Db, id: string): Promise<MediaRow> {
  const row = await db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Picture')
  return row
}

function nameOf({ alt, file }: Pick<MediaRow, 'alt' | 'file'>): string {
  return alt || file
}
