/** The store of the pictures, whose place can change while the shop runs: the data folder, a bucket, or both during a move. */
import { Refusal } from '#server/kernel/errors.ts'
import type { Store } from './store.ts'

/**
 * Where the pictures are while an owner moves them. `filling`: the folder is used, and the bucket gets a copy. `used`: the bucket
 * is used. `leaving`: the bucket is used until the folder has everything again, so new pictures are stored in both.
 */
export type Stage = 'filling' | 'used' | 'leaving'

export type Places = {
  /** What is stored, listed and read first. */
  first: Store
  /** Gets every new file, too. */
  also?: Store
  /** Is read if `first` does not have a file or does not answer. */
  second?: Store
  /** What has to be copied. */
  copying?: { stage: Stage; from: Store; to: Store }
}

export type PictureStore = Store & {
  /** Where the pictures are now. */
  places: () => Places
  /** Uses other places for the calls from now on. */
  use: (places: Places) => void
  /** Resolves when all files that are being stored now are stored. */
  settled: () => Promise<void>
}

export function openPictureStore(store: Store): PictureStore {
  let now: Places = { first: store }
  const storing = new Set<Promise<void>>()
  return {
    places: () => now,
    use: (places) => {
      now = places
    },
    settled: async () => void (await Promise.allSettled(storing)),

    get where() {
      return now.first.where
    },
    async put(files) {
      const done = putInto(now, files)
      storing.add(done)
      await done.finally(() => storing.delete(done))
    },
    get: (name) => getFrom(now, name),
    async remove(names) {
      const { first, also, second } = now
      await first.remove(names)
      // What stays there although it was deleted is never shown. In a bucket, the sweep finds it.
      for (const other of new Set([also, second])) await other?.remove(names).catch(() => {})
    },
    list: () => now.first.list(),
  }
}

async function putInto({ first, also }: Places, files: Parameters<Store['put']>[0]): Promise<void> {
  await Promise.all([first.put(files), also?.put(files)])
}

async function getFrom({ first, second }: Places, name: string): Promise<Buffer | null> {
  const [asked] = await Promise.allSettled([first.get(name)])
  if (asked.status === 'fulfilled' && asked.value !== null) return asked.value
  const other = (await second?.get(name).catch(() => null)) ?? null
  if (other === null && asked.status === 'rejected') throw asked.reason
  return other
}

/** The places of the pictures for a bucket that an owner has connected. */
export function placesWith(stage: Stage, folder: Store, bucket: Store): Places {
  const back = { from: bucket, to: folder }
  if (stage === 'leaving') return { first: bucket, also: folder, second: folder, copying: { stage, ...back } }
  const copying = { stage, from: folder, to: bucket }
  // An instance that has switched before this one has stored new pictures in the bucket.
  return stage === 'used'
    ? { first: bucket, second: folder, copying }
    : { first: folder, second: bucket, copying }
}

/** A store that cannot be used. Its calls throw a refusal with 503. */
export function closedStore(where: string, why: string): Store {
  const fail = async () => {
    const refusal = new Refusal(503, 'The storage of the pictures cannot be reached. Please try again')
    refusal.cause = new Error(why)
    throw refusal
  }
  return {
    where,
    put: fail,
    get: fail,
    remove: fail,
    list: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }),
  }
}
