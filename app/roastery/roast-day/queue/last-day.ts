/** Keeps the last state of the roast days that this browser has loaded, for a reload without a connection. */
import type { WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { PRIVATE, signedInUserId } from '#app/platform/session/session.ts'

/** The loaded day, when it was loaded (ISO time of this device), and the shop's first unit of weight. */
export type LastDay = { day: WholeRoastDay; loadedAt: string }

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
