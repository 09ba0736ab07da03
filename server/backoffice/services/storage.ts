/** What is special about the bucket for pictures: they are copied before it is used, and before its connection is removed. */
import type { Connection } from '#shared/backoffice/api/services.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { conflict, Refusal, wrongField } from '#server/kernel/errors.ts'
import { freeBytesFor } from '#server/kernel/files/full-disk.ts'
import { hasSeveralInstances } from '#server/platform/cache/instances.ts'
import { NO_MASTER } from '#server/platform/keys/ring.ts'
import type { SavedConnection, Values } from '#server/platform/service-connections.ts'
import type { Shop } from '#server/platform/shop.ts'
import { changed } from '#server/platform/services/saved.ts'
import { endCopy, lockCopy, readCopy, stageOf, startCopy } from '#server/platform/services/picture-copies.ts'
import { SEVERAL } from '#server/platform/services/copy-pictures.ts'
import type { Stage } from '#server/platform/storage/picture-store.ts'
import type { Store } from '#server/platform/storage/store.ts'

/** Where the pictures are, and what is being copied. */
export async function picturesOf(shop: Shop): Promise<NonNullable<Connection['pictures']>> {
  const { source, stage } = shop.connections.stateOf('storage')
  const copy = source === 'screen' ? await readCopy(shop.db) : null
  const isInBucket = source === 'environment' || stage === 'used' || stage === 'leaving'
  return {
    place: isInBucket ? 'bucket' : 'folder',
    copy:
      copy === null || copy.switched_at !== null
        ? null
        : {
            to: copy.direction,
            copied: copy.copied,
            total: copy.total,
            problem: copy.problem,
            nextTryAt: copy.problem === '' ? null : copy.next_at,
          },
  }
}

/** Throws 400 if pictures are in another bucket, which the shop would forget. */
function requireSameBucket(stage: Stage | null, current: SavedConnection | null, fields: Values): void {
  if (current === null || stage === null || stage === 'filling') return
  const other = (['endpoint', 'bucket'] as const).find((name) => current.fields[name] !== fields[name])
  if (other === undefined) return
  throw wrongField(
    other,
    `The pictures are in the bucket ${current.fields['bucket']}. Remove the connection first, which copies them back, and then connect the other bucket`,
  )
}

/** Throws 409 and 400 as `changeBucket` does, before a test of the connection. */
export async function requireChangeable(
  shop: Shop,
  current: SavedConnection | null,
  fields: Values,
): Promise<void> {
  // Other servers could not read credentials whose key is in a file of this one.
  if (shop.config.secretsKey === null && (await hasSeveralInstances(shop))) throw conflict(NO_MASTER)
  requireSameBucket(shop.connections.stateOf('storage').stage ?? null, current, fields)
}

/**
 * Begins or ends the copying, in the transaction that saves a bucket or removes it. Throws 400 if pictures are in another
 * bucket, and 409 if some are only in the bucket that is to be removed.
 * @param next what is saved; null if the connection is removed
 */
export async function changeBucket(
  tx: Tx,
  shop: Shop,
  { current, next, mayForget }: { current: SavedConnection | null; next: Values | null; mayForget: boolean },
): Promise<void> {
  const copy = await lockCopy(tx)
  const stage = current && stageOf(copy)
  if (next === null) {
    if (stage !== 'filling' && !mayForget) throw changed()
    return endCopy(tx)
  }
  requireSameBucket(stage, current, next)
  // The pictures are copied back no more: everything is in the bucket.
  if (stage === 'leaving') await endCopy(tx)
  else if (stage !== 'used') await startCopy(tx, shop, 'bucket')
}

/**
 * Whether pictures have to be copied back before the connection is removed. Throws 409 if that is impossible, with the reason,
 * before anything changes.
 */
export async function mustCopyBack(shop: Shop): Promise<boolean> {
  const { stage, problem } = shop.connections.stateOf('storage')
  if (stage === 'filling') return false
  if (problem !== '')
    throw conflict(
      'The pictures cannot be copied back, because the bucket cannot be opened. Enter its credentials again first',
    )
  if (await hasSeveralInstances(shop)) throw conflict(SEVERAL)
  await requireRoom(shop)
  return true
}

async function requireRoom({ pictureStore }: Shop): Promise<void> {
  const { copying } = pictureStore.places()
  if (!copying) return
  // Until the pictures are copied back, `to` is the bucket.
  const [bucket, folder] =
    copying.stage === 'leaving' ? [copying.from, copying.to] : [copying.to, copying.from]
  const there = new Set(await Array.fromAsync(folder.list(), ({ name }) => name))
  const needed = await bytesMissing(bucket, there)
  const free = await freeBytesFor(folder.where)
  if (needed <= free) return
  throw conflict(
    `The pictures in the bucket need ${sizeOf(needed)}, and the disk of the data folder has ${sizeOf(free)} left. Make room first. The pictures stay in the bucket`,
  )
}

async function bytesMissing(bucket: Store, there: ReadonlySet<string>): Promise<number> {
  let bytes = 0
  try {
    for await (const file of bucket.list()) if (!there.has(file.name)) bytes += file.bytes
  } catch {
    throw new Refusal(
      503,
      'The bucket was not reached, so the pictures cannot be copied back now. Try again later',
    )
  }
  return bytes
}

function sizeOf(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
