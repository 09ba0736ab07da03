/** The people who act for an account: invited, changed and removed, by staff or by a person who manages them. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { accounts } from '#shared/wholesale/api/accounts.ts'
import type { BuyerRow, Db, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { wholesaleMail } from '#server/platform/outbox/wholesale-mail.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { buyerRows, savedBuyer, savedCompany } from './rows.ts'

type Edit = Body<typeof accounts.addBuyer>
type Place = { id: string; buyerId: string }

/** The most people of one account. */
export const MOST_PEOPLE = 50

/**
 * Adds a person and mails the link to join. Throws 400 if the address acts for the account already, 404, 409 for too many
 * people, and 429 above the limit of mails to the address.
 */
export async function addBuyer(shop: Shop, user: SignedIn, companyId: string, edit: Edit): Promise<void> {
  await savedCompany.find(shop.db, companyId)
  await countMail(shop, edit.email)
  const columns = newBuyer(shop, companyId, edit)
  await savedBuyer.create(
    shop,
    user,
    async (tx) => {
      const people = await tx
        .selectFrom('buyers')
        .select('id')
        .where('company_id', '=', companyId)
        .where('removed_at', 'is', null)
        .execute()
      if (people.length >= MOST_PEOPLE) throw conflict(`An account has ${MOST_PEOPLE} people at most`)
      return columns
    },
    async (tx, row) => {
      await wholesaleMail(tx, shop, 'wholesale-buyer', { to: row.email, about: { buyer: row.id } }).execute()
    },
  )
  shop.mailSignal.raise()
}

/** All columns of a new person, who has not joined yet. */
export function newBuyer({ clock }: Pick<Shop, 'clock'>, companyId: string, edit: Edit) {
  return {
    ...buyerRows.columnsOf(edit),
    company_id: companyId,
    user_id: null,
    turn: 1,
    invited_at: isoNow(clock),
    removed_at: null,
  }
}

/**
 * Saves the name, rights and mails of a person; the address stays. Throws 404, and 409 if `version` is outdated.
 * @param keepsManager whether the account must keep a person who manages people: 409 otherwise
 */
export async function saveBuyer(
  shop: Shop,
  user: SignedIn,
  { id, buyerId }: Place,
  edit: Edit,
  { keepsManager }: { keepsManager: boolean },
): Promise<void> {
  await savedBuyer.update(shop, user, buyerId, {
    version: edit.version,
    columns: (_tx, before) => {
      requireOf(before, id)
      return { ...buyerRows.columnsOf(edit), email: before.email }
    },
    after: async (tx) => {
      if (keepsManager) await requireManager(tx, id)
    },
  })
}

/** Mails a new link to join; older links stop working. Throws 404, 409 if the person has joined, and 429. */
export async function resendBuyer(shop: Shop, { id, buyerId }: Place): Promise<{ message: string }> {
  const before = requireOf(await savedBuyer.find(shop.db, buyerId), id)
  await countMail(shop, before.email)
  await transact(shop.db, async (tx) => {
    const row = await tx
      .updateTable('buyers')
      .set((eb) => ({ turn: eb('turn', '+', 1), invited_at: isoNow(shop.clock) }))
      .where('id', '=', buyerId)
      .where('user_id', 'is', null)
      .where('removed_at', 'is', null)
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!row) throw conflict(`${before.name} has joined already`)
    await wholesaleMail(tx, shop, 'wholesale-buyer', { to: row.email, about: { buyer: row.id } }).execute()
  })
  shop.mailSignal.raise()
  return { message: `A new link is on its way to ${before.email}` }
}

/**
 * Removes a person at once: every page and link of the account reads the row again. Throws 404, and 409 if nobody could
 * manage people afterwards, unless staff remove the person.
 */
export async function removeBuyer(
  shop: Shop,
  user: SignedIn,
  { id, buyerId }: Place,
  { keepsManager }: { keepsManager: boolean },
): Promise<void> {
  await transact(shop.db, async (tx) => {
    const row = requireOf(await savedBuyer.find(tx, buyerId), id)
    const { numUpdatedRows } = await tx
      .updateTable('buyers')
      .set({ removed_at: isoNow(shop.clock), updated_at: isoNow(shop.clock) })
      .where('id', '=', buyerId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw notFound('Person')
    if (keepsManager) await requireManager(tx, id)
    await savedBuyer.log(tx, shop, user, row, 'Removed')
  })
}

/** Adds a line to the account's change log that a person has joined. */
export function logJoined(
  tx: Tx,
  shop: Shop,
  { company_id: id, name, email }: BuyerRow,
  user: { _id: string },
) {
  const changed = { subject: 'company', id, name: `${name}, ${email}`, action: 'Joined' } as const
  return logChange(tx, shop, { _id: user._id, name }, changed)
}

/** Throws 404 if the person belongs to another account. */
function requireOf(row: BuyerRow, companyId: string): BuyerRow {
  if (row.company_id !== companyId) throw notFound('Person')
  return row
}

/** Throws 409 if nobody who has joined may manage people. The rows are locked, so that two removals see each other. */
async function requireManager(tx: Db, companyId: string): Promise<void> {
  const people = await tx
    .updateTable('buyers')
    .set((eb) => ({ turn: eb.ref('turn') }))
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .returning(['may_people', 'user_id'])
    .execute()
  if (!people.some(({ may_people: may, user_id: joined }) => may === 1 && joined !== null))
    throw conflict('One person must be able to manage the people of the account')
}

async function countMail(shop: Shop, email: string): Promise<void> {
  if (!(await shop.limits.mayMail('link', email)))
    throw new Refusal(429, 'This address got several mails in the last hour. Please try again later')
}
