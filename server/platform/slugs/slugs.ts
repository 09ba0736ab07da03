/**
 * The addresses of records (`slug`): unique among the records of a table, with all the addresses that their records had
 * before. A former address leads to its record for as long as the record exists, and no other record can take it.
 */
import type { Clock } from '#server/kernel/time/clock.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { FormerSlugs } from '#server/kernel/db/tables/platform.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { acquireLock } from '#server/kernel/db/transact.ts'
import { wrongField } from '#server/kernel/errors.ts'
import { looksLikeId } from '#shared/platform/resources/slug.ts'
import { candidatesFor, type SlugSource } from './candidates.ts'

/** A table whose records have addresses. */
export type SlugTable = FormerSlugs['kind']

const NOUNS: Record<SlugTable, string> = {
  products: 'product',
  events: 'event',
  artists: 'artist',
  departments: 'department',
}

/** Values per query. */
const BATCH = 1000

/**
 * The id of the record with this address, now or before. Returns `address` itself if no record has it: it may be an id.
 * Includes drafts, but no deleted products.
 */
export async function idOf(db: Db, table: SlugTable, address: string): Promise<string> {
  if (looksLikeId(address)) return address
  const slug = address.toLowerCase()
  const live = await records(db, table).where('slug', '=', slug).where('slug', '<>', '').executeTakeFirst()
  if (live) return live.id
  const [former] = await formerHolders(db, table, [slug])
  return former?.id ?? address
}

/** A record whose address is set: the one that it had (empty if none) and the one that it wants (empty: any). */
export type SlugChange = SlugSource & { before: string; wanted: string }

/**
 * The address of a record after a save. Keeps the former one. Call it in the transaction that writes the address.
 * Throws 400 with a problem of the field `slug` if another record has the wanted address, or had it before.
 */
export async function slugFor(tx: Tx, clock: Clock, table: SlugTable, change: SlugChange): Promise<string> {
  const { wanted, before } = change
  if (wanted !== '' && wanted === before) return wanted
  const { slugs, taken } = await setSlugs(tx, clock, table, [change])
  if (taken.size === 0) return slugs.get(change.id)!
  throw wrongField('slug', taken.get(change.id)!)
}

/** The new addresses by the id of the record, and why a record cannot have the address that it wants. */
export type NewSlugs = { slugs: Map<string, string>; taken: Map<string, string> }

/**
 * The addresses of many records. Keeps the former ones, and holds a lock until the end of the transaction, so that no
 * other transaction gives one of them away.
 */
export async function setSlugs(
  tx: Tx,
  clock: Clock,
  table: SlugTable,
  changes: readonly SlugChange[],
): Promise<NewSlugs> {
  const changed = changes.filter(({ before, wanted }) => wanted === '' || wanted !== before)
  if (changed.length === 0) return { slugs: new Map(), taken: new Map() }
  await acquireLock(tx, `slugs of ${table}`)
  const found = await chooseSlugs(tx, table, changed)
  await keepFormer(tx, clock, table, changed, found.slugs)
  return found
}

/** Chooses the addresses of records, without keeping anything: for a preview. */
export async function chooseSlugs(
  db: Db,
  table: SlugTable,
  changes: readonly SlugChange[],
): Promise<NewSlugs> {
  const slugs = new Map<string, string>()
  const taken = new Map<string, string>()
  const used = new Map<string, string>()
  const candidates = new Map(changes.map((change) => [change.id, candidatesOf(change, table)]))
  const { holders, loadOthers } = await loadHolders(db, table, candidates)
  // Those that want an address come first, so that no other record gets it.
  for (const change of changes.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const { id, wanted } = change
    const isFree = (slug: string) => [id, undefined].includes(used.get(slug) ?? holders.get(slug)?.id)
    const own = candidates.get(id)!
    if (!isFree(own[0]!)) await loadOthers(id)
    const free = own.find(isFree)!
    if (wanted !== '' && free !== wanted) {
      const isFormer = holders.get(wanted)?.isFormer === true
      taken.set(id, problemOf(NOUNS[table], isFormer, free))
    } else {
      slugs.set(id, free)
      used.set(free, id)
    }
  }
  return { slugs, taken }
}

const rankOf = ({ wanted }: SlugChange) => (wanted === '' ? 1 : 0)

function candidatesOf(change: SlugChange, table: SlugTable): string[] {
  const { id, wanted } = change
  return candidatesFor(wanted === '' ? change : { id, name: wanted }, NOUNS[table])
}

/**
 * The holders of the first address of each record, and of the others where two records would get the same.
 * `loadOthers` adds those of a record whose first address was given to a record before it.
 * @param candidates the addresses by the id of the record, the best one first
 */
async function loadHolders(db: Db, table: SlugTable, candidates: ReadonlyMap<string, string[]>) {
  const holders = await holdersOf(
    db,
    table,
    [...candidates.values()].map(([first]) => first!),
  )
  const loaded = new Set<string>()
  const load = async (ids: readonly string[]) => {
    const missing = ids.filter((id) => !loaded.has(id))
    const others = missing.flatMap((id) => candidates.get(id)!)
    for (const [slug, holder] of await holdersOf(db, table, others)) holders.set(slug, holder)
    for (const id of missing) loaded.add(id)
  }
  const seen = new Set<string>()
  const contested: string[] = []
  for (const [id, [first = '']] of candidates) {
    if (seen.has(first) || ![id, undefined].includes(holders.get(first)?.id)) contested.push(id)
    seen.add(first)
  }
  await load(contested)
  return { holders, loadOthers: (id: string) => load([id]) }
}

function problemOf(noun: string, isFormer: boolean, free: string): string {
  const why = isFormer ? `led to another ${noun} before, and still does` : `belongs to another ${noun}`
  return `This address ${why}. Free is, for example, “${free}”`
}

/** Stores the addresses that the records had, and removes their new ones from the former addresses. */
async function keepFormer(
  tx: Tx,
  clock: Clock,
  table: SlugTable,
  changes: readonly SlugChange[],
  slugs: ReadonlyMap<string, string>,
): Promise<void> {
  const created_at = isoNow(clock)
  const former = changes
    .filter(({ id, before }) => before !== '' && slugs.has(id) && slugs.get(id) !== before)
    .map(({ id, before }) => ({ kind: table, slug: before, record_id: id, created_at }))
  for (const some of inBatches([...slugs.values()], BATCH))
    await tx.deleteFrom('former_slugs').where('kind', '=', table).where('slug', 'in', some).execute()
  for (const rows of inBatches(former, BATCH))
    await tx
      .insertInto('former_slugs')
      .values(rows)
      // The address of a deleted record, which another one had taken.
      .onConflict((held) =>
        held.columns(['kind', 'slug']).doUpdateSet((eb) => ({ record_id: eb.ref('excluded.record_id') })),
      )
      .execute()
}

type Holder = { id: string; isFormer: boolean }

/** The records that have these addresses, or had them before, or have them as their ids. */
async function holdersOf(db: Db, table: SlugTable, slugs: readonly string[]): Promise<Map<string, Holder>> {
  const holders = new Map<string, Holder>()
  for (const some of inBatches([...new Set(slugs)], BATCH)) {
    const former = await formerHolders(db, table, some)
    for (const { slug, id } of former) holders.set(slug, { id, isFormer: true })
    const ids = await records(db, table).where('id', 'in', some).execute()
    for (const { id } of ids) holders.set(id, { id, isFormer: false })
    const live = await records(db, table).where('slug', 'in', some).where('slug', '<>', '').execute()
    for (const { slug, id } of live) holders.set(slug, { id, isFormer: false })
  }
  return holders
}

/** The records that had these addresses. A record that was deleted has given them back. */
function formerHolders(db: Db, table: SlugTable, slugs: readonly string[]) {
  return records(db, table)
    .clearSelect()
    .innerJoin('former_slugs', 'record_id', 'id')
    .where('kind', '=', table)
    .where('former_slugs.slug', 'in', slugs)
    .select(['former_slugs.slug', 'id'])
    .execute()
}

/** The query for the records of a table. Kysely cannot resolve columns that only one of the tables has. */
function records(db: Db, table: SlugTable) {
  const query = db.selectFrom((table === 'products' ? 'products' : table) as 'products')
  return query
    .$if(table === 'products', (products) => products.where('deleted_at', 'is', null))
    .select(['id', 'slug'])
}
