/** Money that staff record: checks, transfers and cash, for one or several invoices, or as a deposit; and its undo. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { ledger } from '#shared/wholesale/api/ledger.ts'
import { RECEIPT_NAMES } from '#shared/wholesale/papers.ts'
import { formatCents, toCents } from '#shared/kernel/pricing.ts'
import type { ReceiptRow, Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound, wrongField } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { lockLedger } from '#server/checkout/invoice-payments/book.ts'
import { takeBack } from '#server/checkout/invoice-payments/take-back.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { attemptOf, transactOnce, type RequestKey } from '#server/platform/http/idempotency.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { allocate, applyCredit, openInvoices } from './allocate.ts'
import { findCompany } from './read.ts'

const REQUEST = { route: 'POST /api/wholesale/accounts/:id/receipts', what: 'payment' }

/**
 * Records money. Without `invoices` it pays the open invoices, the oldest first, or none if it is a deposit; what is left stays
 * as credit of the account. Returns the id of the receipt. Throws 409 with the code `twice` for a check with the number and
 * amount of an earlier one, unless `isSure`, and 400 for invoices that get more than is open or paid.
 */
export async function recordReceipt(
  shop: Shop,
  staff: SignedIn,
  companyId: string,
  wanted: Body<typeof ledger.receive>,
  key: RequestKey | null,
): Promise<string> {
  const { day } = nowAt(shop.clock)
  if (wanted.receivedOn > day) throw wrongField('receivedOn', 'This day has not come yet')
  const { id } = await transactOnce(shop, attemptOf(staff, REQUEST, key), async (tx) => {
    const company = await findCompany({ db: tx }, companyId)
    await lockLedger(tx, companyId).execute()
    const cents = toCents(wanted.amount)
    if (!wanted.isSure) await refuseTwice(tx, companyId, wanted, cents)
    const receipt = newId(shop.clock)
    await tx
      .insertInto('receipts')
      .values({
        id: receipt,
        company_id: companyId,
        kind: wanted.kind,
        cents,
        left_cents: cents,
        day,
        received_on: wanted.receivedOn,
        reference: wanted.reference,
        note: wanted.note,
        actor: staff.name,
        at: isoNow(shop.clock),
      })
      .execute()
    if (wanted.invoices) await giveTo(tx, shop, companyId, receipt, wanted.invoices, cents)
    else if (!wanted.isDeposit) await giveOldest(tx, shop, companyId, receipt, cents)
    await logChange(tx, shop, staff, {
      subject: 'invoice',
      name: company.legal_name,
      action: 'Payment recorded',
      changes: [
        { field: RECEIPT_NAMES[wanted.kind], before: '', after: formatCents(cents) },
        ...(wanted.reference ? [{ field: 'Reference', before: '', after: wanted.reference }] : []),
      ],
    })
    return { id: receipt }
  })
  return id
}

/** A check is known by its number. */
async function refuseTwice(
  tx: Tx,
  companyId: string,
  { kind, reference }: Body<typeof ledger.receive>,
  cents: number,
): Promise<void> {
  if (reference === '') return
  const earlier = await tx
    .selectFrom('receipts')
    .leftJoin('receipts as undo', 'undo.undoes_id', 'receipts.id')
    .select(['receipts.received_on', 'receipts.actor'])
    .where('receipts.company_id', '=', companyId)
    .where('receipts.kind', '=', kind)
    .where('receipts.reference', '=', reference)
    .where('receipts.cents', '=', cents)
    .where('undo.id', 'is', null)
    .executeTakeFirst()
  if (!earlier) return
  throw conflict(
    `${RECEIPT_NAMES[kind]} ${reference} over ${formatCents(cents)} is recorded already, by ${earlier.actor}. Is it another one?`,
    { code: 'twice' },
  )
}

async function giveTo(
  tx: Tx,
  shop: Shop,
  companyId: string,
  receipt: string,
  wanted: readonly { id: string; amount: number }[],
  cents: number,
): Promise<void> {
  const open = await openInvoices(tx, companyId)
  let left = cents
  for (const { id, amount } of wanted) {
    const invoice = open.find((each) => each.id === id)
    const part = toCents(amount)
    if (!invoice || part > invoice.open)
      throw conflict(
        `Only ${formatCents(invoice?.open ?? 0)} of this invoice is open. Please check the amounts`,
        {
          code: 'open',
          invoice: id,
        },
      )
    if (part > left) throw conflict('The invoices get more than was paid', { code: 'amount' })
    await allocate(tx, shop, companyId, { receipt }, id, part)
    invoice.open -= part
    left -= part
  }
}

async function giveOldest(
  tx: Tx,
  shop: Shop,
  companyId: string,
  receipt: string,
  cents: number,
): Promise<void> {
  let left = cents
  for (const { id, open } of await openInvoices(tx, companyId)) {
    const part = Math.min(open, left)
    if (part <= 0) return
    await allocate(tx, shop, companyId, { receipt }, id, part)
    left -= part
  }
}

/**
 * Takes back a receipt that staff have recorded, with a row of its own: its invoices are open again. A second call changes
 * nothing. Throws 409 for an online payment, which is refunded instead.
 */
export async function undoReceipt(shop: Shop, staff: SignedIn, id: string, reason: string): Promise<void> {
  await transact(shop.db, async (tx) => {
    const before = await tx.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) throw notFound('Payment')
    if (before.kind === 'online' || before.kind === 'order')
      throw conflict('This payment was made online. Refund its order instead', { code: 'online' })
    if (before.cents < 0) throw conflict('This takes a payment back already', { code: 'undone' })
    await lockLedger(tx, before.company_id).execute()
    const undone = await tx.selectFrom('receipts').select('id').where('undoes_id', '=', id).executeTakeFirst()
    if (undone) return
    await writeUndo(tx, shop, before, { reason, actor: staff.name })
    await logChange(tx, shop, staff, {
      subject: 'invoice',
      name: before.reference || RECEIPT_NAMES[before.kind],
      action: 'Payment taken back',
      changes: [{ field: 'Reason', before: '', after: reason }],
    })
  })
}

/** The row that takes a receipt back. Call it in a transaction that has locked the ledger. */
export async function writeUndo(
  tx: Tx,
  shop: Shop,
  { id, company_id, kind, cents, reference }: ReceiptRow,
  { reason, actor }: { reason: string; actor: string },
): Promise<void> {
  await takeBack(tx, shop, id, cents)
  const { day } = nowAt(shop.clock)
  await tx
    .insertInto('receipts')
    .values({
      id: newId(shop.clock),
      company_id,
      kind,
      cents: -cents,
      left_cents: 0,
      day,
      received_on: day,
      reference,
      note: reason,
      undoes_id: id,
      actor,
      at: isoNow(shop.clock),
    })
    .execute()
}

/** Gives the open invoices of an account what it has left of payments and credit notes. Throws 404. */
export async function useCredit(shop: Shop, companyId: string): Promise<void> {
  await transact(shop.db, async (tx) => {
    await findCompany({ db: tx }, companyId)
    await lockLedger(tx, companyId).execute()
    await applyCredit(tx, shop, companyId)
  })
}
