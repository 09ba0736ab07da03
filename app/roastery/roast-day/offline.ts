/**
 * Keeps the page of a roast day and the last state of the days in this browser, so that a reload works without a connection.
 * The service worker is public/roast-day-worker.js (decisions/071-roast-day-offline.md).
 */
import type { WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { PRIVATE, signedInUserId } from '#app/platform/session/session.ts'

const WORKER = '/roast-day-worker.js'
const SCOPE = '/admin/roast-day'

/** @param path the path of the page to keep, with or without a day */
export function keepForOffline(path: string): void {
  // In development, code has no fixed addresses. Browsers have service workers only with HTTPS and on localhost.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void keep([SCOPE, path]).catch(reportError)
}

async function keep(paths: string[]): Promise<void> {
  const registration = await navigator.serviceWorker.register(WORKER, {
    scope: SCOPE,
    updateViaCache: 'none',
  })
  const worker = registration.active ?? registration.waiting ?? registration.installing
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
  worker?.postMessage({ keep: paths })
}

/** A loaded day, and when it was loaded (ISO time of this device). */
type LastDay = { day: WholeRoastDay; loadedAt: string }

/** The number of days that are kept. */
const MOST = 3
const KEY = `${PRIVATE}roast-days`

/** The last state of a day; null if this browser has no state for this user. */
export function lastDay(day: string): LastDay | null {
  return read().find((one) => one.day.day === day) ?? null
}

/** The day that was loaded last; null if there is none. */
export function newestDay(): LastDay | null {
  return read()[0] ?? null
}

/** Stores the state of a day. It is deleted when the user signs out (app/platform/session/session.ts). */
export function keepDay(day: WholeRoastDay): void {
  const userId = signedInUserId()
  if (!userId) return
  const others = read().filter((one) => one.day.day !== day.day)
  const days = [{ day, loadedAt: new Date().toISOString() }, ...others].slice(0, MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify({ userId, days }))
  } catch {
    // Storage is full or not allowed. Then a reload needs a connection.
  }
}

function read(): LastDay[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as {
      userId: string
      days: LastDay[]
    } | null
    return stored && stored.userId === signedInUserId() ? stored.days : []
  } catch {
    return []
  }
}
