/** Imports customers as accounts without a password, with their addresses and their consent to newsletters. */
import type { ImportSource } from '#shared/platform/import-sources.ts'
import { addressRowOf } from '#server/checkout/addresses/addresses.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { logChanges } from '#server/platform/change-log/change-log.ts'
import { UNUSABLE_HASH } from '#server/platform/sessions/passwords.ts'
import { excludedOf } from '#shared/platform/settings/selling.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { withdrawImported } from '#server/content/newsletters/imported-consents.ts'
import { newUser } from '#server/people/users/users.ts'
import { newAddresses, planCustomers } from './customer-plan.ts'
import { readCustomers, type CustomerData } from './customer-rows.ts'
import type { Actor, Applied, Batch, Kind } from './kind.ts'

export const customers: Kind<CustomerData> = {
  read: readCustomers,
  plan: planCustomers,
  apply: applyCustomers,
  applied: () => {},
}

type Saved = Applied<CustomerData> & { userId: string; isNew: boolean }

async function applyCustomers(
  tx: Tx,
  shop: Shop,
  { actor, source, items }: Batch<CustomerData>,
): Promise<void> {
  const saved: Saved[] = []
  const accounts = []
  for (const each of items) {
    const { email, name } = each.item.data
    const account = newUser(shop, { name, email, passwordHash: UNUSABLE_HASH, role: null })
    const { targetId } = each.planned
    if (!targetId) accounts.push({ ...account, created_at: each.createdAt })
    saved.push({ ...each, userId: targetId ?? account.id, isNew: !targetId })
  }
  if (accounts.length > 0) await tx.insertInto('users').values(accounts).execute()
  await saveAddresses(tx, shop, saved)
  await saveConsents(tx, shop, { source, items })
  await saveLinks(tx, source, saved)
  await writeLines(tx, shop, actor, saved)
}

/** Saves the addresses of the preview. The rows of the accounts are locked. */
async function saveAddresses(tx: Tx, shop: Shop, saved: readonly Saved[]): Promise<void> {
  const excluded = excludedOf(await sellingOf(shop))
  const adding = saved.filter(({ planned }) => planned.changes.some(({ field }) => field === 'Address'))
  if (adding.length === 0) return
  const known = await tx
    .selectFrom('addresses')
    .selectAll()
    .where(
      'user_id',
      'in',
      adding.map(({ userId }) => userId),
    )
    .orderBy('id')
    .execute()
  const rows = adding.flatMap(({ userId, isNew, item }) => {
    const book = known.filter((row) => row.user_id === userId)
    const { added } = newAddresses(item.data.addresses, book, excluded)
    return added.map((address, index) => addressRowOf(shop, userId, address, isNew && index === 0))
  })
  for (const part of inBatches(rows, BATCH)) await tx.insertInto('addresses').values(part).execute()
}

const BATCH = 250

async function saveConsents(
  tx: Tx,
  shop: Shop,
  { source, items }: Omit<Batch<CustomerData>, 'actor'>,
): Promise<void> {
  const changed = items.filter(({ planned }) => planned.changes.some(({ field }) => field === 'Newsletter'))
  const given = changed.filter(({ item }) => item.data.consent === true)
  const withdrawn = changed.filter(({ item }) => item.data.consent === false)
  const rows = given.map(({ item: { data } }) => ({
    email: data.email,
    source,
    consented_at: data.consentedAt,
    imported_at: isoNow(shop.clock),
  }))
  if (rows.length > 0)
    await tx
      .insertInto('imported_consents')
      .values(rows)
      .onConflict((taken) => taken.doNothing())
      .execute()
  for (const { item } of withdrawn) await withdrawImported(tx, shop, item.data.email, source)
}

async function saveLinks(tx: Tx, source: ImportSource, saved: readonly Saved[]): Promise<void> {
  if (source === 'own') return
  const byNumber = new Map(saved.map(({ item, userId }) => [item.data.externalId, userId]))
  byNumber.delete('')
  const rows = [...byNumber].map(([external_id, user_id]) => ({ source, external_id, user_id }))
  if (rows.length === 0) return
  await tx
    .insertInto('imported_customers')
    .values(rows)
    .onConflict((taken) =>
      taken.columns(['source', 'external_id']).doUpdateSet((eb) => ({ user_id: eb.ref('excluded.user_id') })),
    )
    .execute()
}

async function writeLines(tx: Tx, shop: Shop, actor: Actor, saved: readonly Saved[]): Promise<void> {
  const lines = saved.map(({ userId, isNew, item, planned }) => ({
    subject: 'user' as const,
    id: userId,
    name: item.name,
    action: isNew ? 'Created by an import' : 'Changed by an import',
    changes: planned.changes,
  }))
  await logChanges(tx, shop, actor, lines)
}
