/**
 * Mutants of the real server, to prove that the crash tests detect a shop that does not recover. This file imports no
 * server code, so that the mutants can be applied when the server is loaded.
 */
import type { CrashPoint } from '#server/kernel/crash-points.ts'
import type { Mutant } from './mutate.ts'

/** `race` is the crash point that must detect the mutant. */
export const CRASH_MUTANTS: (Mutant & { race: CrashPoint })[] = [
  {
    name: 'the start does not check payments with PayPal',
    race: 'after-capture-intent',
    file: 'server/start/jobs/jobs.ts',
    edits: [{ find: `  await runAndLog(shop, () => reconcile(shop, true))\n`, replace: '' }],
  },
  {
    name: 'the start ignores what PayPal captured',
    race: 'after-capture-answer',
    file: 'server/payments/events/reconcile.ts',
    edits: [
      {
        find: `if (seen?.status === 'done') await settle(shop, payment, seen)`,
        // Without the return, the payment is reopened, and the reader of open payments settles it.
        replace: `if (seen?.status === 'done') return`,
      },
    ],
  },
  {
    name: 'a payment has a new request id at each attempt',
    race: 'after-payment-opened',
    file: 'server/payments/capture/start-payment.ts',
    edits: [
      { find: `requestId: payment.create_request_id,`, replace: `requestId: newId(shop.clock),` },
      { find: `invoiceId: invoiceIdOf(order, payment)`, replace: `invoiceId: newId(shop.clock)` },
    ],
  },
  {
    name: 'a repeated order request creates a new order',
    race: 'after-order-commit',
    file: 'server/checkout/orders/place/place-order.ts',
    edits: [
      {
        find: `attempt ? [{ query: saveReply(shop.db, shop.clock, attempt, order.reply) }] : []`,
        replace: `[]`,
      },
    ],
  },
  {
    name: 'a label whose response was lost is not recovered',
    race: 'after-label-answer',
    file: 'server/shipping/labels/finish-labels.ts',
    edits: [{ find: `if (found?.state === 'bought') {`, replace: `if (found?.state === 'voided') {` }],
  },
  {
    name: 'a label that was never requested is not stored as failed',
    race: 'after-label-intent',
    file: 'server/shipping/labels/finish-labels.ts',
    edits: [{ find: `isoIn(shop.clock, -MAX_WAIT)`, replace: `''` }],
  },
  {
    name: 'a label is bought before its row is inserted',
    race: 'after-label-answer',
    file: 'server/shipping/labels/buy-label.ts',
    edits: [
      { find: `      { query: shop.db.insertInto('labels').values(label) },\n`, replace: '' },
      {
        find: `    shop.crash('after-label-answer')\n`,
        replace: `    shop.crash('after-label-answer')\n    await shop.db.insertInto('labels').values(label).execute()\n`,
      },
    ],
  },
  {
    name: 'a label is finished without a check with Shippo',
    race: 'after-label-answer',
    file: 'server/shipping/labels/finish-labels.ts',
    edits: [
      {
        find: `  const found = await shop.providers.shipping.findLabel(purchase)\n`,
        replace: `  const found = await shop.providers.shipping.findLabel({ ...purchase, reference: '' })\n`,
      },
    ],
  },
  {
    name: 'a label has a new reference at each check',
    race: 'after-label-answer',
    file: 'server/shipping/labels/label-rows.ts',
    edits: [{ find: 'return `${order_id} ${id}`', replace: 'return `${order_id} ${id} ${process.pid}`' }],
  },
  {
    name: 'the file of a label is downloaded only when it is bought',
    race: 'after-label-commit',
    file: 'server/shipping/labels/label-file.ts',
    edits: [{ find: `  if (stored) return stored\n`, replace: `  if (stored ?? true) return stored!\n` }],
  },
  {
    name: 'an interrupted void of a label is not finished',
    race: 'after-void-intent',
    file: 'server/shipping/labels/finish-labels.ts',
    edits: [{ find: `      else await finishVoid(shop, label)\n`, replace: '' }],
  },
  {
    name: 'a label is voided again without a check with Shippo',
    race: 'after-void-answer',
    file: 'server/shipping/labels/finish-labels.ts',
    edits: [
      {
        find: `  const current = await shop.providers.shipping.getLabel(label.transaction_id!)\n`,
        replace: `  const current = { state: 'bought' as 'bought' | 'voided' | 'refused' }\n`,
      },
    ],
  },
  {
    name: 'a refund has a new request id at each attempt',
    race: 'after-refund-answer',
    file: 'server/payments/refunds/refund.ts',
    edits: [{ find: `requestId: refund.request_id,`, replace: `requestId: crypto.randomUUID(),` }],
  },
  {
    name: 'the start does not finish interrupted refunds',
    race: 'after-refund-intent',
    file: 'server/payments/events/reconcile.ts',
    edits: [{ find: `    await finishRefund(shop, refund)\n`, replace: '' }],
  },
  {
    name: 'items are returned to stock without storing it',
    race: 'after-refund-commit',
    file: 'server/payments/refunds/restock.ts',
    edits: [
      {
        find: `  await tx.updateTable('refunds').set({ restocked_at: at }).where('id', '=', refund.id).execute()\n`,
        replace: '',
      },
    ],
  },
  {
    name: 'an order expires without a transaction',
    race: 'within-expiry',
    file: 'server/checkout/orders/close.ts',
    edits: [
      {
        find: `  const returned = await transact(shop.db, async (tx) => {
    const now`,
        replace: `  const returned = await ((work: (tx: Tx) => Promise<string[] | null>) => work(shop.db as Tx))(async (tx) => {
    const now`,
      },
      {
        find: `    if (!changed) throw new StateChanged()
    const lines`,
        replace: `    if (!changed) throw new StateChanged()
    shop.crash('within-expiry')
    const lines`,
      },
    ],
  },
  {
    name: 'a product is saved without a transaction',
    race: 'within-product-save',
    file: 'server/catalog/products/edit.ts',
    edits: [
      {
        find: `  const saved = await transact(shop.db, async (tx) => {`,
        replace: `  const saved = await (<T>(work: (tx: Tx) => Promise<T>) => work(shop.db as Tx))(async (tx) => {`,
      },
    ],
  },
  {
    name: 'a menu is replaced without a transaction',
    race: 'within-menu-change',
    file: 'server/platform/upload/pictures.ts',
    edits: [
      {
        find: `  const answer = await transact(shop.db, async (tx) => {`,
        replace: `  const answer = await ((work: (tx: Tx) => Promise<T>) => work(shop.db as Tx))(async (tx) => {`,
      },
    ],
  },
  {
    name: 'rows are inserted before their files are written',
    race: 'after-picture-files',
    file: 'server/platform/upload/pictures.ts',
    edits: [
      {
        find: `    await shop.uploads.store.put(files)\n`,
        replace: `    setTimeout(() => void shop.uploads.store.put(files), 3000)\n`,
      },
      { find: `  shop.crash('after-picture-files')\n`, replace: '' },
      {
        find: `  for (const { file, facts } of made) shop.uploads.remember(file, facts)\n`,
        replace: `  shop.crash('after-picture-files')\n`,
      },
    ],
  },
]
