/**
 * Stores the steps of the queue in IndexedDB, so that they survive a reload, a closed tab and a sign-out. Each change is one
 * transaction, so two tabs cannot overwrite each other's steps.
 */
import type { QueuedStep } from './queue.ts'

const DATABASE = 'roast-day'
const STEPS = 'steps'

type StepStore = {
  /** All steps, in the order in which they were added. */
  all(): Promise<QueuedStep[]>
  add(step: QueuedStep): Promise<void>
  /**
   * Changes a step in one transaction. Does nothing if it is gone.
   * @param change returns the new step, or null to delete it
   */
  change(key: string, change: (step: QueuedStep) => QueuedStep | null): Promise<void>
}

/** The store of this browser, and whether it keeps the steps when the page is closed. */
export async function openStore(): Promise<{ store: StepStore; isKept: boolean }> {
  try {
    return { store: inDatabase(await openDatabase()), isKept: true }
  } catch {
    return { store: inMemory(), isKept: false }
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1)
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

function inDatabase(database: IDBDatabase): StepStore {
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
        reading.addEventListener('success', () => resolve(reading.result as QueuedStep[]))
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
          const changed = change(cursor.value as QueuedStep)
          if (changed) cursor.update(changed)
          else cursor.delete()
        })
      }),
  }
}

/** Used if the browser allows no storage. */
function inMemory(): StepStore {
  let steps: QueuedStep[] = []
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
