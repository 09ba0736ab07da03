/**
 * Stores the steps of a queue in IndexedDB, so that they survive a reload, a closed tab and a sign-out. Each change is one
 * transaction, so two tabs cannot overwrite each other's steps.
 */
import type { QueuedStep } from './queue.ts'

const STEPS = 'steps'

export type StepStore<Step> = {
  /** All steps, in the order in which they were added. */
  all(): Promise<QueuedStep<Step>[]>
  add(step: QueuedStep<Step>): Promise<void>
  /**
   * Changes a step in one transaction. Does nothing if it is gone.
   * @param change returns the new step, or null to delete it
   */
  change(key: string, change: (step: QueuedStep<Step>) => QueuedStep<Step> | null): Promise<void>
}

/** The store of this browser with a name, and whether it keeps the steps when the page is closed. */
export async function openStore<Step>(name: string): Promise<{ store: StepStore<Step>; isKept: boolean }> {
  try {
    return { store: inDatabase(await openDatabase(name)), isKept: true }
  } catch {
    return { store: inMemory(), isKept: false }
  }
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.addEventListener('upgradeneeded', () => {
      opening.result
        .createObjectStore(STEPS, { keyPath: 'id', autoIncrement: true })
        .createIndex('key', 'key')
    })
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB cannot be opened')))
    opening.addEventListener('blocked', () => reject(new Error('IndexedDB is blocked')))
  })
}

function inDatabase<Step>(database: IDBDatabase): StepStore<Step> {
  const write = (work: (steps: IDBObjectStore) => void) =>
    new Promise<void>((resolve, reject) => {
      // A power failure directly after a tap must not lose the step.
      const transaction = database.transaction(STEPS, 'readwrite', { durability: 'strict' })
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The step was not stored')),
      )
      work(transaction.objectStore(STEPS))
    })
  return {
    all: () =>
      new Promise((resolve, reject) => {
        const reading = database.transaction(STEPS).objectStore(STEPS).getAll()
        reading.addEventListener('success', () => resolve(reading.result as QueuedStep<Step>[]))
        reading.addEventListener('error', () =>
          reject(reading.error ?? new Error('The steps cannot be read')),
        )
      }),
    add: (step) => write((steps) => steps.add(step)),
    change: (key, change) =>
      write((steps) => {
        const finding = steps.index('key').openCursor(key)
        finding.addEventListener('success', () => {
          const cursor = finding.result
          if (!cursor) return
          const changed = change(cursor.value as QueuedStep<Step>)
          if (changed) cursor.update(changed)
          else cursor.delete()
        })
      }),
  }
}

/** Used if the browser allows no storage. */
function inMemory<Step>(): StepStore<Step> {
  let steps: QueuedStep<Step>[] = []
  return {
    all: async () => steps,
    add: async (step) => {
      steps = [...steps, step]
    },
    change: async (key, change) => {
      steps = steps.flatMap((one) => (one.key === key ? (change(one) ?? []) : one))
    },
  }
}
