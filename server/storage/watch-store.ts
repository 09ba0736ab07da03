/** The store of pictures as the desk watches it: how its calls go, and a test that does what an upload does. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '../time/clock.ts'
import type { Conceal } from '../config/secrets.ts'
import type { Outcomes, Watched } from '../providers/outcomes.ts'
import type { Store } from './store.ts'

/** The same store; every call notes how it went. @param conceal takes our keys out of what the store says */
export function watchStore(store: Store, outcomes: Outcomes, conceal: Conceal): Store {
  async function noting<T>(kind: Watched, call: Promise<T>): Promise<T> {
    try {
      const answer = await call
      outcomes.note(kind, null)
      return answer
    } catch (error) {
      outcomes.note(kind, conceal(reasonOf(error)))
      throw error
    }
  }

  return {
    where: store.where,
    put: (files) => noting('storage', store.put(files)),
    remove: (names) => noting('storage', store.remove(names)),
    get: (name) => noting('storageReads', store.get(name)),
    async *list() {
      try {
        yield* store.list()
        outcomes.note('storageReads', null)
      } catch (error) {
        outcomes.note('storageReads', conceal(reasonOf(error)))
        throw error
      }
    },
  }
}

/** For all steps of a test together. Somebody waits at a button. */
const PATIENCE = 15 * SECOND

/**
 * Writes a small file, reads it, lists the store and deletes the file again: what uploading, showing and sweeping
 * pictures need. Throws the reason of the step that failed.
 */
export async function checkStore(store: Store, patience = PATIENCE): Promise<void> {
  const stop = new AbortController()
  const late = pause(patience, undefined, { signal: stop.signal, ref: false }).then(() => {
    throw new Error('The storage of the pictures did not answer in time')
  })
  late.catch(() => {})
  const trial = writeReadDelete(store)
  trial.catch(() => {})
  try {
    await Promise.race([trial, late])
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error })
  } finally {
    stop.abort()
  }
}

async function writeReadDelete(store: Store): Promise<void> {
  // Named like a picture, so that one that cannot be deleted now is swept a day later.
  const name = `connection-test-${randomBytes(6).toString('hex')}-1.jpg`
  const data = randomBytes(1000)
  await store.put([[name, data]])
  try {
    const read = await store.get(name)
    if (!read?.equals(data))
      throw new Error('A file that was just written did not come back as it was written')
    for await (const _found of store.list()) break
  } catch (error) {
    await store.remove([name]).catch(() => {})
    throw error
  }
  await store.remove([name])
}

/** The refusal's own reason is for visitors; the admin needs what the storage said. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: unknown }
  return cause instanceof Error ? reasonOf(cause) : message
}
