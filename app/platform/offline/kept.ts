/** Keeps pages and the last states that they have shown in this browser, so that a reload works without a connection. */
import { PRIVATE, signedInUserId } from '#app/platform/session/session.ts'

/** The service worker is public/roast-day-worker.js (decisions/071-roast-day-offline.md). */
const WORKER = '/roast-day-worker.js'

/** Keeps the documents of these pages with all that they load. @param scope the path with which they all begin */
export function keepPages(scope: string, paths: readonly string[]): void {
  // In development, code has no fixed addresses. Browsers have service workers only with HTTPS and on localhost.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void keep(scope, paths).catch(reportError)
}

async function keep(scope: string, paths: readonly string[]): Promise<void> {
  const registration = await navigator.serviceWorker.register(WORKER, { scope, updateViaCache: 'none' })
  const worker = registration.active ?? registration.waiting ?? registration.installing
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
  worker?.postMessage({ keep: paths })
}

/** A loaded state, and when it was loaded (ISO time of this device). */
export type Kept<State> = { state: State; loadedAt: string }

/** The number of states that are kept. */
const MOST = 3

/**
 * The last states of a page. They are deleted when the user signs out (app/platform/session/session.ts).
 * @param name of the entry in the local storage
 * @param idOf what identifies a state: the day of a roast day
 */
export function keptStates<State>(name: string, idOf: (state: State) => string) {
  const entry = PRIVATE + name
  return {
    /** The last state with this id; null if this browser has none for this user. */
    find: (id: string): Kept<State> | null =>
      read<State>(entry).find(({ state }) => idOf(state) === id) ?? null,
    /** The state that was loaded last; null if there is none. */
    newest: (): Kept<State> | null => read<State>(entry)[0] ?? null,
    keep: (state: State): void => {
      const userId = signedInUserId()
      if (!userId) return
      const others = read<State>(entry).filter((one) => idOf(one.state) !== idOf(state))
      const states = [{ state, loadedAt: new Date().toISOString() }, ...others].slice(0, MOST)
      try {
        localStorage.setItem(entry, JSON.stringify({ userId, states }))
      } catch {
        // Storage is full or not allowed. Then a reload needs a connection.
      }
    },
  }
}

function read<State>(entry: string): Kept<State>[] {
  try {
    const stored = JSON.parse(localStorage.getItem(entry) ?? 'null') as {
      userId: string
      states?: Kept<State>[]
    } | null
    return stored && stored.userId === signedInUserId() ? (stored.states ?? []) : []
  } catch {
    return []
  }
}
