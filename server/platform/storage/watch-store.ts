/**
 * Records whether calls of the picture store succeed, for the admin home page. Also tests the connection to the store.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '#server/kernel/time/clock.ts'
import type { Conceal } from '#server/kernel/config/secrets.ts'
import type { Outcomes, Watched } from '#server/providers/circuit.ts'
import type { Store } from './store.ts'

/**
 * Wraps the store, so that the outcome of every call is recorded.
 * @param conceal removes our keys from the store's error messages
 */
export function watchStore(store: Store, outcomes: Outcomes, conceal: Conceal): Store {
  async function recorded<T>(kind: Watched, call: Promise<T>): Promise<T> {
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
    get where() {
      return store.where
    },
    put: (files) => recorded('storage', store.put(files)),
    remove: (names) => recorded('storage', store.remove(names)),
    get: (name) => recorded('storageReads', store.get(name)),
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

/** Time limit for all steps of a test together. It is short because an admin waits for the result. */
const TIMEOUT = 15 * SECOND

/**
 * Writes a small file, reads it, lists the store and deletes the file again: the operations that pictures need. Throws
 * an error with the reason if a step fails.
 */
export async function checkStore(store: Store, timeout = TIMEOUT): Promise<void> {
  const stop = new AbortController()
  const late = pause(timeout, undefined, { signal: stop.signal, ref: false }).then(() => {
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
  // The test file has the name of a picture. If it cannot be deleted here, the job that deletes unused pictures deletes
  // it a day later.
  const name = `connection-test-${randomBytes(6).toString('hex')}-1.jpg`
  const data = randomBytes(1000)
  await store.put([[name, data]])
  try {
    const read = await store.get(name)
    if (!read?.equals(data)) throw new Error('A file that was just written was not read back unchanged')
    for await (const _found of store.list()) break
  } catch (error) {
    await store.remove([name]).catch(() => {})
    throw error
  }
  await store.remove([name])
}

/**
 * The reason of an error, for the admin. The error's own message is for visitors; its cause is the store's original
 * error.
 */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: unknown }
  return cause instanceof Error ? reasonOf(cause) : message
}
