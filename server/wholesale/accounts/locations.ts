/** The locations of an account. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { accounts } from '#shared/wholesale/api/accounts.ts'
import type { ownAccounts } from '#shared/wholesale/api/own-accounts.ts'
import { ownLocationFields } from '#shared/wholesale/resources/location.ts'
import type { LocationRow } from '#server/kernel/db/schema.ts'
import { notFound, wrongField } from '#server/kernel/errors.ts'
import { rowsOf } from '#server/platform/resources/rows.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { locationRows, normalAddress, savedCompany, savedLocation } from './rows.ts'

type Edit = Body<typeof accounts.addLocation>
type OwnEdit = Body<typeof ownAccounts.saveLocation>

/** Adds a location. Throws 400, and 404 for an unknown account. */
export async function addLocation(shop: Shop, admin: SignedIn, companyId: string, edit: Edit): Promise<void> {
  const columns = newLocation(companyId, edit)
  await savedCompany.find(shop.db, companyId)
  await savedLocation.create(shop, admin, () => columns)
}

/** All columns of a new location. Throws 400. */
export function newLocation(companyId: string, edit: Edit) {
  return { ...columnsOf(edit), company_id: companyId }
}

/** Saves a location of an account. Throws 400, 404, and 409 if `version` is outdated. */
export async function saveLocation(
  shop: Shop,
  admin: SignedIn,
  { id, locationId }: { id: string; locationId: string },
  edit: Edit,
): Promise<void> {
  const columns = columnsOf(edit)
  await savedLocation.update(shop, admin, locationId, {
    version: edit.version,
    columns: (_tx, before) => ofCompany(before, id) && columns,
  })
}

/** The same by a person of the account, who changes where and when goods are received, and not how they are delivered. */
export async function saveOwnLocation(
  shop: Shop,
  user: SignedIn,
  { id, locationId }: { id: string; locationId: string },
  edit: OwnEdit,
): Promise<void> {
  const { country, ...normal } = normalAddress(edit)
  requireHours(edit)
  const columns = { ...ownRows.columnsOf(normal), country }
  await savedLocation.update(shop, user, locationId, {
    version: edit.version,
    columns: (_tx, before) => ofCompany(before, id) && columns,
  })
}

const ownRows = rowsOf(ownLocationFields)

/** Throws 404 if the location belongs to another account. */
function ofCompany(row: LocationRow, companyId: string): true {
  if (row.company_id !== companyId) throw notFound('Location')
  return true
}

function columnsOf(edit: Edit) {
  const { country, ...normal } = normalAddress(edit)
  requireHours(edit)
  const columns = locationRows.columnsOf(normal)
  if (columns.handover === 'van' && columns.weekdays === '')
    throw wrongField('weekdays', 'Choose the days on which the van comes')
  if (!['account', 'none'].includes(columns.minimum) && columns.minimum_value === 0)
    throw wrongField('minimumValue', 'Enter the smallest order')
  return { ...columns, country }
}

function requireHours({ receivesFrom, receivesTo }: Pick<OwnEdit, 'receivesFrom' | 'receivesTo'>): void {
  if (receivesFrom !== '' && receivesTo !== '' && receivesTo <= receivesFrom)
    throw wrongField('receivesTo', 'This is before the time from which goods are received')
}
