/**
 * Values in memory that are computed from all rows with a tag. After a change, a value is updated from the changed rows
 * only. If other instances can write, a value that is older than `maxAge` is compared with the database, because the
 * message about a change can be lost.
 */
import type { Tag } from '#shared/start/api.ts'
import { onAnyConnection } from '#server/kernel/db/one-connection.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Shop, Source } from '../shop.ts'
import type { Mark } from './recent-changes.ts'
import type { ResponseCache } from './response-cache.ts'

type Entry = {
  mark: Mark
  /** When the value was last read or compared, in milliseconds of `performance.now()`. */
  checkedAt: number
  value: Promise<unknown>
  /** The state of the rows before the value was computed (`Source.stateOf`). */
  state: Promise<string> | null
}

/** After changes of more rows than this, the value is computed from all rows again. */
const MAX_IDS = 200

/**
 * Returns a function that returns the current value of a source.
 * @param maxAge milliseconds after which a value is compared with the database
 */
export function createValueCache(
  cache: Pick<ResponseCache, 'mark' | 'idsSince'>,
  db: Db,
  maxAge: number,
): Shop['cached'] {
  const entries = new Map<object, Entry>()

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
    const known = entries.get(source)
    const ids = known ? cache.idsSince(known.mark, tag) : null
    if (known && ids?.length === 0 && !isOld(known)) return known.value as Promise<T>
    const mark = cache.mark()
    // Other requests wait for it too. They must not wait for the statements of this one.
    const { state, value } = onAnyConnection(() => {
      const before = maxAge < Infinity && source.stateOf ? source.stateOf(db) : null
      return { state: before, value: known ? renewed(known, source, ids, before) : source.read(db) }
    })
    const checkedAt = known && !isOld(known) && ids ? known.checkedAt : mark.at
    const entry = { mark, checkedAt, value, state }
    entries.set(source, entry)
    // A failure is not cached.
    const forget = () => entries.get(source) === entry && entries.delete(source)
    value.catch(forget)
    state?.catch(forget)
    return value
  }
}
