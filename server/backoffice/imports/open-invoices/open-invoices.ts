/** Imports open invoices and credits of a former system as opening rows of the ledger. */
import type { Tx } from '#server/kernel/db/schema.ts'
import { logChanges } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import {
  replaceCredit,
  replaceInvoice,
  takeOverCredit,
  takeOverInvoice,
} from '#server/wholesale/opening/take-over.ts'
import type { Batch, Kind } from '../kind.ts'
import { planOpenInvoices, savings, type Saving } from './plan.ts'
import { readOpenInvoices, type OpenInvoiceData } from './read.ts'

export const openInvoices: Kind<OpenInvoiceData> = {
  part: 'wholesale',
  read: readOpenInvoices,
  plan: planOpenInvoices,
  apply: applyOpenInvoices,
  applied: () => {},
}

async function applyOpenInvoices(
  tx: Tx,
  shop: Shop,
  { actor, items }: Batch<OpenInvoiceData>,
): Promise<void> {
  const lines = []
  for (const { item, planned } of items) {
    const saving = savings.get(item)!
    const id = await save(tx, shop, saving, actor.name)
    lines.push({
      subject: 'invoice' as const,
      ...('invoice' in saving ? { id } : {}),
      name: 'invoice' in saving ? saving.invoice.number : `Credit ${saving.credit.number}`,
      action: saving.before ? 'Changed by an import' : 'Created by an import',
      changes: planned.changes,
    })
  }
  await logChanges(tx, shop, actor, lines)
}

/** Returns the id of the invoice, or of the credit. */
function save(tx: Tx, shop: Shop, saving: Saving, by: string): Promise<string> {
  const { company } = saving
  if ('invoice' in saving) {
    const { invoice: former, before } = saving
    return before
      ? replaceInvoice(tx, shop, company, { before, former, by })
      : takeOverInvoice(tx, shop, company, former)
  }
  const { credit: former, before } = saving
  return before
    ? replaceCredit(tx, shop, company.id, { before, former, by })
    : takeOverCredit(tx, shop, company.id, former, by)
}
