/** Which parts of the shop are on, and what refuses requests about the others. */
import { sql } from 'kysely'
import { counted } from '#shared/kernel/counts.ts'
import { isStaffAccess } from '#shared/kernel/roles.ts'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import {
  PART_IDS,
  type OpenParts,
  type PartId,
  type PartState,
  type PartStates,
} from '#shared/platform/parts.ts'
import { PART_DEFAULTS } from '#shared/platform/settings/parts.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { rowsOf } from '../resources/rows.ts'
import type { Shop } from '../shop.ts'
import { currentSettings } from './current.ts'
import { PARTS } from './groups.ts'
import { readSettings, storedIn } from './settings.ts'

type Reading = Pick<Shop, 'cached' | 'db' | 'config'>

/** The states of all parts. */
export async function partsOf(shop: Reading): Promise<PartStates> {
  return currentSettings(shop, PARTS)
}

/** The state of a part. */
export async function partOf(shop: Reading, part: PartId): Promise<PartState> {
  return (await partsOf(shop))[part]
}

/** Whether the shop roasts what it sells. Otherwise no text speaks of roasting, and coffee leaves on the days of packing. */
export async function roasts(shop: Reading): Promise<boolean> {
  return (await partOf(shop, 'roastery')) === 'on'
}

/** The same as `partOf` in a transaction, which must not wait for a second connection while it holds one. */
export async function partIn(tx: Tx, part: PartId): Promise<PartState> {
  return (await readSettings(tx, PARTS))[part]
}

/** The parts that are not off. */
export async function openPartsOf(shop: Reading): Promise<OpenParts> {
  const states = await partsOf(shop)
  return Object.fromEntries(PART_IDS.flatMap((id) => (states[id] === 'off' ? [] : [[id, states[id]]])))
}

/** Throws 404 while the part of an endpoint is off, and 409 if it would start something new that the owner has ended. */
export async function requirePart(
  shop: Reading,
  { part, starts, access }: Pick<Endpoint, 'part' | 'starts' | 'access'>,
): Promise<void> {
  if (!part) return
  const state = await partOf(shop, part)
  if (state === 'off') throw new Refusal(404, isStaffAccess(access) ? OFF_FOR_STAFF : OFF, { code: 'off' })
  if (state === 'closing' && starts) throw conflict(NOTHING_NEW)
}

const OFF = 'This shop does not offer this'
const OFF_FOR_STAFF = 'This part of the shop is off. An owner can switch it on under Settings, Parts'
const NOTHING_NEW = 'This shop no longer offers this. What you already have stays as it is'

/**
 * The same in the transaction that starts something new, so that it is either seen by a switch of the part or refused.
 * Throws 409 unless the part is on.
 */
export async function requireOn(tx: Db, { config }: Pick<Shop, 'config'>, part: PartId): Promise<void> {
  // A switch changes this row. On SQLite, transactions that write run one after another.
  const lock = config.databaseUrl === null ? sql`` : sql` for share`
  const { rows } = await sql<{ version: number; value: string }>`
    select version, value from settings where id = ${PARTS.id}${lock}`.execute(tx)
  const states = rowsOf(PARTS.fields).editOf(storedIn(PARTS, rows[0]).columns)
  if (states[part] !== 'on') throw conflict(NOTHING_NEW)
}

/** The same as a step of `allOrNone`: it changes its one row only while the part is on. */
export function stepIfOn(db: Db, part: PartId): Step {
  const isState = (state: PartState) => `%"${part}":"${state}"%`
  const unsaved = { id: PARTS.id, version: 0, value: '{}', updated_at: '1970-01-01T00:00:00.000Z' }
  const query = db
    .insertInto('settings')
    .values(unsaved)
    .onConflict((taken) =>
      taken
        .column('id')
        .doUpdateSet((eb) => ({ version: eb.ref('settings.version') }))
        .where((eb) =>
          PART_DEFAULTS[part] === 'on'
            ? eb.and([
                eb('settings.value', 'not like', isState('closing')),
                eb('settings.value', 'not like', isState('off')),
              ])
            : eb('settings.value', 'like', isState('on')),
        ),
    )
  return { query, rows: 1 }
}

/** Something that must be settled before a part can be off, and the page of the desk that settles it. */
export type Owed = { text: string; count: number; to: string }

/** The entry for a number of things; none if the number is 0. `things`: the name of one and of several. */
export function owedOf(count: number, things: readonly [one: string, many: string], to: string): Owed[] {
  return count === 0 ? [] : [{ text: counted(count, ...things), count, to }]
}
