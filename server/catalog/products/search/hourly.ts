/** Values of the catalog that are expensive to compute and may be an hour old. */
import type { Db } from '#server/kernel/db/schema.ts'
import { HOUR } from '#server/kernel/time/clock.ts'
import type { Shop } from '#server/platform/shop.ts'

type Source = Pick<Shop, 'db' | 'clock'>

/** Returns a function that computes a value at most once an hour per database. A failed computation is not kept. */
export function hourly<T>(compute: (source: Source) => Promise<T>): (source: Source) => Promise<T> {
  const cached = new WeakMap<Db, { at: number; value: Promise<T> }>()
  return ({ db, clock }) => {
    const now = clock.now().getTime()
    const known = cached.get(db)
    if (known && Math.abs(now - known.at) < HOUR) return known.value
    const value = compute({ db, clock })
    cached.set(db, { at: now, value })
    value.catch(() => cached.delete(db))
    return value
  }
}
