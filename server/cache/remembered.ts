/** Values that are computed from all products, and kept until one of them changes. */
import type { Tag } from '#shared/api/api.ts'
import type { Db } from '../db/schema.ts'
import type { Shop } from '../shop.ts'
import type { Mark } from './change-log.ts'
import type { ResponseCache } from './response-cache.ts'

/** Computes a value from the database. The function itself identifies the value. */
type Compute<T> = (db: Db) => Promise<T>

export type Remembered = Shop['remembered']

/**
 * @param maxAge milliseconds after which a value is computed again even without a change
 * @param stockGrace milliseconds for which a value may show an old stock count
 */
export function rememberIn(
  cache: Pick<ResponseCache, 'mark' | 'since'>,
  db: Db,
  { maxAge, stockGrace }: { maxAge: number; stockGrace: number },
): Remembered {
  const kept = new Map<Compute<unknown>, { mark: Mark; value: Promise<unknown> }>()

  function isGood(mark: Mark, tag: Tag): boolean {
    const age = performance.now() - mark.at
    const since = cache.since(mark, [tag])
    return age < maxAge && since !== 'changed' && (since === 'nothing' || age < stockGrace)
  }

  return <T>(tag: Tag, compute: Compute<T>): Promise<T> => {
    const known = kept.get(compute)
    if (known && isGood(known.mark, tag)) return known.value as Promise<T>
    const entry = { mark: cache.mark(), value: compute(db) }
    kept.set(compute, entry)
    // A failed computation is not kept.
    entry.value.catch(() => kept.get(compute) === entry && kept.delete(compute))
    return entry.value
  }
}
