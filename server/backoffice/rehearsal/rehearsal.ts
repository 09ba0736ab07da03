/** Moves the shop's clock ahead, and reports what happened since. decisions/064-saved-payment-methods.md */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { rehearsal, RehearsalEvent, RehearsalReport } from '#shared/backoffice/api/rehearsal.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { counted } from '#shared/kernel/counts.ts'
import { DAY, isoNow, SECOND, type ShopClock } from '#server/kernel/time/clock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { ConfigError } from '#server/kernel/config/config.ts'
import type { Db } from '#server/kernel/db/schema.ts'

const MAX_HAPPENED = 50
/** Where the time before the last move is stored. */
const SINCE = 'clock moved at'

/** The time in the shop. */
function clockOf({ clock, rehearsal: { clock: moved } }: Shop) {
  return { now: isoNow(clock), days: Math.round(moved.ahead() / DAY) }
}

/** The time in the shop, and what happened since the last move. */
async function reportOf(shop: Shop): Promise<RehearsalReport> {
  const since = await readSince(shop)
  const happened = since === null ? NOTHING : await happenedSince(shop, since)
  return { ...clockOf(shop), refusal: refusalOf(shop), since, ...happened }
}

/**
 * Moves the clock ahead, day by day, and runs the regular jobs after each day, so that a week has the mails and charges
 * of seven days. Throws 409 if payments are real, or if the clock was moved since the page was loaded.
 */
async function moveClock(
  shop: Shop,
  user: SignedIn,
  { from, days }: Body<typeof rehearsal.move>,
): Promise<RehearsalReport> {
  const refusal = refusalOf(shop)
  if (refusal !== null) throw conflict(refusal)
  await begin(shop, user, from * DAY, days)
  for (let day = 1; day <= days; day++) {
    const ahead = (from + day) * DAY
    if (day > 1 && !(await storeAhead(shop.db, ahead - DAY, ahead).executeTakeFirst())) break
    shop.rehearsal.clock.setAhead(ahead)
    shop.rehearsal.onMove(ahead)
    await shop.rehearsal.jobs.run()
  }
  return reportOf(shop)
}

function refusalOf({ providers }: Shop): string | null {
  const { mode } = providers.payments
  if (mode === 'sandbox') return null
  return mode === 'live'
    ? 'This shop takes real payments, so its clock cannot be moved'
    : 'This shop will take real payments, so its clock cannot be moved'
}

/**
 * Stores the first day of the move, the time before it, and who moves the clock. Throws 409 if another request has moved
 * it.
 */
async function begin(shop: Shop, user: SignedIn, ahead: number, days: number): Promise<void> {
  const value = isoNow(shop.clock)
  const after = new Date(shop.clock.now().getTime() + days * DAY).toISOString()
  await transact(shop.db, async (tx) => {
    if (!(await storeAhead(tx, ahead, ahead + DAY).executeTakeFirst()))
      throw conflict('The clock was moved in the meantime. Reload the page to see where it is')
    await tx
      .insertInto('shop_facts')
      .values({ key: SINCE, value })
      .onConflict((taken) => taken.column('key').doUpdateSet({ value }))
      .execute()
    await logChange(tx, shop, user, {
      subject: 'shop',
      name: 'Clock',
      action: `Moved ahead by ${counted(days, 'day')}`,
      changes: [
        { field: 'Date in the shop', before: formatDate(value, 'day'), after: formatDate(after, 'day') },
      ],
    })
  })
}

async function readSince({ db }: Shop): Promise<string | null> {
  const row = await db.selectFrom('shop_facts').select('value').where('key', '=', SINCE).executeTakeFirst()
  return row?.value ?? null
}

type Happened = Pick<RehearsalReport, 'counts' | 'happened'>

const NOTHING: Happened = { counts: { orders: 0, charges: 0, declined: 0, mails: 0 }, happened: [] }

async function happenedSince(shop: Shop, since: string): Promise<Happened> {
  const [orders, charges, mails] = await Promise.all([
    ordersSince(shop, since),
    chargesSince(shop, since),
    mailsSince(shop, since),
  ])
  const all = [...orders, ...charges.map(({ state: _state, ...charge }) => charge), ...mails]
  return {
    counts: {
      orders: orders.length,
      charges: charges.filter(({ state }) => state === 'completed').length,
      declined: charges.filter(({ state }) => state === 'declined' || state === 'failed').length,
      mails: mails.length,
    },
    happened: all.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, MAX_HAPPENED),
  }
}

async function ordersSince({ db }: Shop, since: string): Promise<RehearsalEvent[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number', 'buyer_name', 'total_cents', 'created_at'])
    .where('created_at', '>=', since)
    .execute()
  return rows.map((row) => ({
    at: row.created_at,
    kind: 'order',
    text: `Order of ${row.buyer_name}, ${formatCents(row.total_cents)}`,
    order: { _id: row.id, number: row.number ?? row.id },
  }))
}

/** The charges of saved payment methods. */
async function chargesSince({ db }: Shop, since: string) {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['orders.id', 'number', 'amount_cents', 'payments.state', 'problem', 'payments.created_at'])
    .where('payments.created_at', '>=', since)
    .where('payment_method_id', 'is not', null)
    .execute()
  return rows.map((row) => ({
    at: row.created_at,
    kind: 'charge' as const,
    state: row.state,
    text:
      row.state === 'completed'
        ? `${formatCents(row.amount_cents)} charged`
        : (row.problem ?? `${formatCents(row.amount_cents)}: PayPal has not decided yet`),
    order: { _id: row.id, number: row.number ?? row.id },
  }))
}

async function mailsSince({ db }: Shop, since: string): Promise<RehearsalEvent[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['subject', 'recipient', 'created_at'])
    .where('created_at', '>=', since)
    .execute()
  return rows.map(({ subject, recipient, created_at: at }) => ({
    at,
    kind: 'mail',
    text: `“${subject}” to ${recipient}`,
    order: null,
  }))
}

export const rehearsalRoutes: Handlers<typeof rehearsal> = {
  clock: async ({ shop }) => clockOf(shop),
  report: ({ shop }) => reportOf(shop),
  move: ({ shop, user, body }) => moveClock(shop, user, body),
}

const KEY = 'clock ahead'
const POLL = SECOND / 2

/** Milliseconds; 0 if the clock was never moved. */
export async function readAhead(db: Db): Promise<number> {
  const row = await db.selectFrom('shop_facts').select('value').where('key', '=', KEY).executeTakeFirst()
  return Number(row?.value ?? 0)
}

/** The query that moves the stored time ahead from what it was. It returns no row if another request has moved it. */
function storeAhead(db: Db, from: number, to: number) {
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
