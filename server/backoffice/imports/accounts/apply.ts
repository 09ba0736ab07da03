/** Saves planned accounts with their locations, people and certificates, and their lines of the change log. No mail is sent. */
import { nameKey } from '#shared/wholesale/name-key.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { logChanges } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import {
  nameOfCompany,
  savedBuyer,
  savedCertificate,
  savedCompany,
  savedLocation,
} from '#server/wholesale/accounts/rows.ts'
import type { Batch } from '../kind.ts'
import { savings, type Saving } from './plan.ts'
import type { AccountData } from './read.ts'

type Saved = Saving & { id: string; isNew: boolean; key: string; at: string }

/** The number of values in a statement is limited. */
const ROWS = 250

export async function applyAccounts(tx: Tx, shop: Shop, { actor, items }: Batch<AccountData>): Promise<void> {
  const saved = items.map(({ item, createdAt }): Saved => {
    const saving = savings.get(item)!
    const id = saving.before?.company.id ?? newId(shop.clock)
    return { ...saving, id, isNew: !saving.before, key: nameKey(item.name), at: createdAt }
  })
  await addRows(tx, shop, saved)
  for (const each of saved) await changeRows(tx, shop, each)
  const links = saved.map(({ key, id }) => ({ name_key: key, company_id: id }))
  await tx
    .insertInto('imported_accounts')
    .values(links)
    .onConflict((taken) =>
      taken.column('name_key').doUpdateSet((eb) => ({ company_id: eb.ref('excluded.company_id') })),
    )
    .execute()
  const lines = items.map(({ planned }, index) => ({
    subject: 'company' as const,
    id: saved[index]!.id,
    name: nameOfCompany(saved[index]!.columns),
    action: saved[index]!.isNew ? 'Created by an import' : 'Changed by an import',
    changes: planned.changes,
  }))
  await logChanges(tx, shop, actor, lines)
}

async function addRows(tx: Tx, shop: Shop, saved: readonly Saved[]): Promise<void> {
  const stamps = (at: string) => ({ version: 1, created_at: at, updated_at: isoNow(shop.clock) })
  const companies = saved.flatMap(({ isNew, id, columns, at }) =>
    isNew ? [{ ...columns, status: 'approved' as const, hold_reason: '', id, ...stamps(at) }] : [],
  )
  const added = <P extends { before: unknown; columns: object }>(parts: (each: Saved) => readonly P[]) =>
    saved.flatMap((each) =>
      parts(each).flatMap(({ before, columns }) =>
        before
          ? []
          : [
              {
                ...(columns as P['columns']),
                company_id: each.id,
                id: newId(shop.clock),
                ...stamps(isoNow(shop.clock)),
              },
            ],
      ),
    )
  const locations = added(({ locations: all }) => all)
  const people = added(({ people: all }) => all)
  const certificates = added(({ certificates: all }) => all)
  for (const part of inBatches(companies, ROWS)) await tx.insertInto('companies').values(part).execute()
  for (const part of inBatches(locations, ROWS)) await tx.insertInto('locations').values(part).execute()
  for (const part of inBatches(people, ROWS)) await tx.insertInto('buyers').values(part).execute()
  for (const part of inBatches(certificates, ROWS)) await tx.insertInto('certificates').values(part).execute()
}

/** Changes the rows that were there. Throws 409 if one has changed since it was read. */
async function changeRows(
  tx: Tx,
  shop: Shop,
  { before, columns, locations, people, certificates }: Saved,
): Promise<void> {
  if (!before) return
  await savedCompany.saveIn(tx, shop, before.company, columns)
  for (const { before: row, columns: own } of locations)
    if (row) await savedLocation.saveIn(tx, shop, row, { ...own, company_id: row.company_id })
  for (const { before: row, columns: own } of people)
    if (row) {
      const { company_id: _c, user_id: _u, turn: _t, invited_at: _i, removed_at: _r, ...edited } = own
      await savedBuyer.saveIn(tx, shop, row, edited)
    }
  for (const { before: row, columns: own } of certificates)
    if (row) {
      const { company_id: _c, state: _s, received_at: _r, ...edited } = own
      await savedCertificate.saveIn(tx, shop, row, { ...edited, file: row.file })
    }
}
