/** How far the shop's clock is ahead, as stored for all instances and for the next start. */
import { SECOND, type ShopClock } from '#server/kernel/time/clock.ts'
import { ConfigError } from '#server/kernel/config/config.ts'
import type { Db } from '#server/kernel/db/schema.ts'

const KEY = 'clock ahead'
const POLL = SECOND / 2

/** Milliseconds; 0 if the clock was never moved. */
export async function readAhead(db: Db): Promise<number> {
  const row = await db.selectFrom('shop_facts').select('value').where('key', '=', KEY).executeTakeFirst()
  return Number(row?.value ?? 0)
}

/** The query that moves the stored time ahead from what it was. It returns no row if another request has moved it. */
export function storeAhead(db: Db, from: number, to: number) {
  return db
    .insertInto('shop_facts')
    .values({ key: KEY, value: String(to) })
    .onConflict((taken) =>
      taken
        .column('key')
        .doUpdateSet({ value: String(to) })
        .where('shop_facts.value', '=', String(from)),
    )
    .returning('value')
}

type Following = {
  db: Db
  clock: ShopClock
  /** Whether payments are real. */
  isLive: boolean
  /** Whether other instances may move the clock. */
  isShared: boolean
  /** Called after the clock was set. */
  onMove: (ahead: number) => void
}

/**
 * Sets the clock to the stored time, and follows it while other instances may change it. Throws ConfigError if payments
 * are real and the clock was moved: the shop's orders and subscriptions would have dates in the future.
 * @returns stops following
 */
export async function followAhead(following: Following): Promise<() => void> {
  const { db, clock, isLive, isShared, onMove } = following
  const ahead = await readAhead(db)
  if (ahead > 0 && isLive)
    throw new ConfigError(
      'The clock of this shop was moved ahead in a rehearsal, so its orders have dates in the future. Take payments with an empty database, or restore a backup from before the rehearsal',
    )
  const set = (milliseconds: number) => {
    if (milliseconds === clock.ahead()) return
    clock.setAhead(milliseconds)
    onMove(milliseconds)
  }
  set(ahead)
  if (isLive || !isShared) return () => {}
  const timer = setInterval(() => {
    // During an outage of the database the clock stays as it is.
    readAhead(db).then(set, () => {})
  }, POLL)
  timer.unref()
  return () => clearInterval(timer)
}
