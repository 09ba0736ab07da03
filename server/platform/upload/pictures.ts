/** Stores uploaded pictures, and marks pictures that a change references. */
import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, Refusal } from '#server/kernel/errors.ts'
import { parseFacts } from '#server/kernel/pictures/pictures.ts'
import type { ReceivedFile } from '../http/receive-files.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import type { upload } from '#shared/platform/api/upload.ts'
import type { Handlers } from '../http/serve.ts'

/** A stored picture by its file name under /uploads/. */
type StoredPicture = { file: string; facts: PictureFacts }

/**
 * Decodes, encodes and stores pictures: all of them or none. The files are written before the rows, so that every row
 * has its files. The sweep deletes files without a row.
 * @param change further changes in the transaction of the rows, such as the menu that shows the pictures
 */
export async function storePictures<T>(
  shop: Shop,
  admin: Pick<SignedIn, '_id'>,
  incoming: readonly ReceivedFile[],
  change: (tx: Tx, pictures: StoredPicture[]) => Promise<T>,
): Promise<T> {
  const made = await makeAll(shop, incoming)
  shop.crash('after-picture-files')
  const rows = made.map(({ file, facts, bytes }) => ({
    file,
    facts: JSON.stringify(facts),
    bytes,
    actor_id: admin._id,
    unnamed_since: isoNow(shop.realClock),
    created_at: isoNow(shop.clock),
  }))
  const answer = await transact(shop.db, async (tx) => {
    await tx.insertInto('uploads').values(rows).execute()
    return change(tx, made)
  })
  for (const { file, facts } of made) shop.uploads.remember(file, facts)
  return answer
}

/**
 * Marks pictures as referenced, in the transaction of the change that references them, so that the sweep does not
 * delete them. Throws 400 for a picture that does not exist.
 * @param paths `/uploads/<file>` or bundled pictures; empty ones are ignored
 */
export async function referencePictures(tx: Db, shop: Shop, paths: readonly string[]): Promise<void> {
  const files = new Set<string>()
  for (const path of paths) {
    if (path === '' || shop.bundled.pictureOf(path)) continue
    const file = /^\/uploads\/([^/]+)$/.exec(path)?.[1]
    if (!file) throw badRequest('The image is not one of the shop’s pictures')
    files.add(file)
  }
  if (files.size === 0) return
  const named = await tx
    .updateTable('uploads')
    .set({ unnamed_since: null })
    .where('file', 'in', [...files])
    .returning(['file', 'facts'])
    .execute()
  // Add the pictures to this instance's cache, because they may have been uploaded at another instance.
  for (const { file, facts } of named) shop.uploads.remember(file, parseFacts(facts))
  if (named.length < files.size) throw badRequest('The image is not one of the shop’s pictures')
}

type Made = StoredPicture & { bytes: number; names: string[] }

async function makeAll(shop: Shop, incoming: readonly ReceivedFile[]): Promise<Made[]> {
  const made: Made[] = []
  try {
    for (const [index, { path }] of incoming.entries()) {
      made.push(
        await make(shop, path).catch((error) =>
          Promise.reject(withPictureNumber(error, index, incoming.length)),
        ),
      )
    }
    return made
  } catch (error) {
    const names = made.flatMap((picture) => picture.names)
    await shop.uploads.store.remove(names).catch(() => {})
    throw error
  }
}

async function make(shop: Shop, path: string): Promise<Made> {
  // Load the decoder only now, to save memory in a process that handles no pictures.
  const { encodeVariants } = await import('#server/kernel/pictures/variants.ts')
  const name = randomBytes(8).toString('hex')
  const { facts, files } = await encodeVariants(path, { name, alt: '', urlBase: '/uploads' })
  const names = files.map(([file]) => file)
  try {
    await shop.uploads.store.put(files)
  } catch (error) {
    await shop.uploads.store.remove(names).catch(() => {})
    throw error
  }
  const bytes = files.reduce((sum, [, data]) => sum + data.length, 0)
  return { file: basename(facts.src), facts, bytes, names }
}

/** Adds the number of the refused picture to the error message, if there are several pictures. */
function withPictureNumber(error: unknown, index: number, count: number): unknown {
  if (count === 1 || !(error instanceof Refusal) || error.status !== 400) return error
  return new Refusal(400, `Picture ${index + 1}: ${error.message}`, { picture: index + 1 })
}

export const uploadRoutes: Handlers<typeof upload> = {
  productImage: async ({ shop, user, files }) => {
    const [kept] = await storePictures(shop, user, files, async (_tx, pictures) => pictures)
    return { message: 'Image uploaded successfully', image: kept!.facts.src, facts: kept!.facts }
  },
  artistImages: async ({ shop, user, files }) => {
    const pictures = await storePictures(shop, user, files, async (_tx, kept) => kept)
    return {
      message: 'Images uploaded successfully',
      images: pictures.map(({ file }) => file),
      pictures,
    }
  },
}
