/** Invents the sale of a work of art, and a payout to its artist, so that statements have lines. */
import type { NewProduct, NewSize, Tx } from '#server/kernel/db/schema.ts'
import { type Clock, DAY } from '#server/kernel/time/clock.ts'
import { inventOrder } from './order.ts'
import { personOf } from './setting.ts'
import { idAt, noRows, randomFrom } from './rows.ts'
import { writeRows } from './write.ts'

const SEED = 20_261_129
/** When the work was sold, and when a part of the artist's share was paid out. */
const SOLD = 22
const PAID_OUT = 8
const PAYOUT_CENTS = 20_000

/** @param work a work whose count in stock is 0 */
export async function writeSoldWork(
  tx: Tx,
  clock: Clock,
  { product, size, artistId }: { product: NewProduct; size: NewSize; artistId: string },
): Promise<void> {
  const rows = noRows()
  const random = randomFrom(SEED)
  const now = clock.now()
  const at = new Date(now.getTime() - SOLD * DAY)
  const bought = [{ product, sizes: [size], size, grind: '', qty: 1 }]
  const person = personOf('Liam O’Rourke')
  inventOrder({ rows, random, now, at, person, account: null, bought, course: 'as planned' })
  await writeRows(tx, rows)
  const paidOut = new Date(now.getTime() - PAID_OUT * DAY)
  const payout = { id: idAt(paidOut, random), artist_id: artistId, cents: PAYOUT_CENTS }
  await tx
    .insertInto('artist_payouts')
    .values({ ...payout, note: 'Bank transfer', actor: 'Frame Roasters', paid_at: paidOut.toISOString() })
    .execute()
  await tx.insertInto('demo_rows').values({ kind: 'artist_payouts', id: payout.id }).execute()
}
