/**
 * Values that are computed from all rows with a tag, and kept in memory. A change updates a value with the changed rows
 * only. If other instances may write, a value that is `maxAge` old is compared with the database: a message about a change
 * may have been lost.
 */
import type { Tag } from '#shared/api/api.ts'
import type { Db } from '../db/schema.ts'
import type { Shop, Source } from '../shop.ts'
import type { Mark } from './change-log.ts'
import type { ResponseCache } from './response-cache.ts'

type Entry = {
  mark: Mark
  /** When the value was last read or compared, in milliseconds of `performance.now()`. */
  checkedAt: number
  value: Promise<unknown>
  /** The state of the rows before the value was computed. */
  state: Promise<string> | null
}

/** After more changes than this, everything is read again. */
const MAX_IDS = 200

/** @param maxAge milliseconds after which a value is compared with the database */
export function rememberIn(
  cache: Pick<ResponseCache, 'mark' | 'idsSince'>,
  db: Db,
  maxAge: number,
): Shop['remembered'] {
  const kept = new Map<object, Entry>()

  function isOld({ checkedAt }: Entry): boolean {
    return performance.now() - checkedAt >= maxAge
  }

  async function renewed<T>(
    entry: Entry,
    source: Source<T>,
    ids: readonly string[] | null,
    state: Entry['state'],
  ) {
    const isKnown = ids !== null && ids.length <= MAX_IDS && (ids.length === 0 || source.update)
    if (!isKnown) return source.read(db)
    if (isOld(entry) && (!state || (await state) !== (await entry.state))) return source.read(db)
    const value = (await entry.value) as T
    return ids.length === 0 ? value : source.update!(db, value, ids)
  }

  return <T>(tag: Tag, source: Source<T>): Promise<T> => {
    const known = kept.get(source)
    const ids = known ? cache.idsSince(known.mark, tag) : null
    if (known && ids?.length === 0 && !isOld(known)) return known.value as Promise<T>
    const mark = cache.mark()
    const state = maxAge < Infinity && source.stateOf ? source.stateOf(db) : null
    const value = known ? renewed(known, source, ids, state) : source.read(db)
    const checkedAt = known && !isOld(known) && ids ? known.checkedAt : mark.at
    const entry = { mark, checkedAt, value, state }
    kept.set(source, entry)
    // A failure is not kept.
    const forget = () => kept.get(source) === entry && kept.delete(source)
    value.catch(forget)
    state?.catch(forget)
    return value
  }
}
