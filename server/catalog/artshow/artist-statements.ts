/** Statements of artists: what their works earned in a period, what was paid out, and what is owed. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { Period } from '#shared/kernel/fields.ts'
import type { ArtistStatement, works } from '#shared/catalog/api/works.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { formatCents, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { addDays } from '#shared/kernel/days.ts'
import { acquireLock, transact } from '#server/kernel/db/transact.ts'
import { Refusal, conflict } from '#server/kernel/errors.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { csvHead, csvLine, type Cell } from '#server/kernel/text/csv.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { startOf } from '#server/kernel/time/shop-days.ts'
import { findArtist } from './artists.ts'
import { percentNow, shareEntriesOf, sumShares, type Entry } from './share-entries.ts'

/** What was sold and is owed, for each artist with works. */
export async function listStatements({ db }: Shop): Promise<Reply<typeof works.statements>> {
  const artists = await db
    .selectFrom('artists')
    .select(['id', 'name'])
    .where('id', 'in', db.selectFrom('works').select('artist_id'))
    .orderBy('name')
    .orderBy('id')
    .execute()
  const statements = []
  for (const { id, name } of artists) {
    const entries = await shareEntriesOf(db, id)
    const owed = toDollars(sumShares(entries))
    statements.push({
      artist: { _id: id, name },
      percent: await percentNow(db, id),
      owed,
      ...sumsOf(entries),
    })
  }
  return statements
}

/** The statement of an artist for a period; its days are in the shop's time zone. Throws 404. */
export async function getStatement(
  { db }: Pick<Shop, 'db'>,
  id: string,
  period: Period,
): Promise<ArtistStatement> {
  const { name } = await findArtist(db, id)
  const entries = await shareEntriesOf(db, id)
  const [start, end] = [startOf(period.from), startOf(addDays(period.to, 1))]
  const earlier = entries.filter(({ at }) => at < start)
  const within = entries.filter(({ at }) => at >= start && at < end)
  return {
    artist: { _id: id, name },
    percent: await percentNow(db, id),
    from: period.from,
    to: period.to,
    before: toDollars(sumShares(earlier)),
    payable: toDollars(sumShares([...earlier, ...within])),
    owed: toDollars(sumShares(entries)),
    lines: within.map(({ priceCents, shareCents, ...entry }) => ({
      ...entry,
      price: toDollars(priceCents),
      share: toDollars(shareCents),
    })),
    ...sumsOf(within),
  }
}

/** The statement as a CSV file. Throws 404. */
export async function exportStatement(
  shop: Shop,
  admin: SignedIn,
  id: string,
  period: Period,
): Promise<Download> {
  const statement = await getStatement(shop, id, period)
  const { name } = statement.artist
  await logChange(
    shop.db,
    shop,
    admin,
    about(id, name, `Exported the statement of ${period.from} to ${period.to}`),
  )
  const lines = [
    csvLine([period.from, 'Balance before', null, null, null, null, statement.before]),
    ...statement.lines.map((line) => csvLine(Object.values(COLUMNS).map((cell) => cell(line)))),
    csvLine([period.to, 'Payable', null, null, null, null, statement.payable]),
  ]
  return {
    name: `statement-${period.from}-to-${period.to}.csv`,
    content: csvHead(Object.keys(COLUMNS)) + lines.join(''),
  }
}

const COLUMNS: Record<string, (line: ArtistStatement['lines'][number]) => Cell> = {
  Date: ({ at }) => dayOf(new Date(at)),
  Kind: ({ kind }) => kind,
  Work: ({ what }) => what,
  Order: ({ order }) => order,
  Price: ({ price }) => price,
  'Share %': ({ percent }) => percent,
  Amount: ({ share }) => share,
}

/** Sets the share of an artist for works that are paid from now on. Throws 404. */
export async function setShare(shop: Shop, admin: SignedIn, id: string, percent: number): Promise<void> {
  await transact(shop.db, async (tx) => {
    const { name } = await findArtist(tx, id)
    const before = await percentNow(tx, id)
    if (before === percent) return
    const since = isoNow(shop.clock)
    await tx
      .insertInto('artist_shares')
      .values({ id: newId(shop.clock), artist_id: id, percent, since })
      .execute()
    const changes = [{ field: 'Share', before: `${before}%`, after: `${percent}%` }]
    await logChange(tx, shop, admin, { ...about(id, name, 'Changed'), changes })
  })
}

/** Records a payout. Throws 404, 400 for more than is owed, and 409 if what is owed has changed. */
export async function payOut(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { amount, owed, note }: Body<typeof works.payOut>,
): Promise<void> {
  const cents = toCents(amount)
  await transact(shop.db, async (tx) => {
    await acquireLock(tx, `payout:${id}`)
    const { name } = await findArtist(tx, id)
    const balance = sumShares(await shareEntriesOf(tx, id))
    if (balance !== toCents(owed))
      throw conflict(`Now ${formatCents(balance)} is owed. Please check the statement`)
    if (cents === 0 || cents > balance)
      throw new Refusal(400, 'Enter an amount up to what is owed', { field: 'amount' })
    const payout = { id: newId(shop.clock), artist_id: id, cents, note, actor: admin.name }
    await tx
      .insertInto('artist_payouts')
      .values({ ...payout, paid_at: isoNow(shop.clock) })
      .execute()
    await logChange(tx, shop, admin, about(id, name, `Paid out ${formatCents(cents)}`))
  })
}

function sumsOf(entries: readonly Entry[]) {
  const sum = (kinds: Entry['kind'][], part: 'priceCents' | 'shareCents') =>
    entries.filter(({ kind }) => kinds.includes(kind)).reduce((cents, entry) => cents + entry[part], 0)
  return {
    sold: toDollars(sum(['sale'], 'priceCents')),
    refunded: toDollars(-sum(['refund'], 'priceCents')),
    earned: toDollars(sum(['sale', 'refund'], 'shareCents')),
    paidOut: toDollars(-sum(['payout'], 'shareCents')),
  }
}

function about(id: string, name: string, action: string) {
  return { subject: 'artist', id, name, action } as const
}
