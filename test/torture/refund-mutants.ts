/** Mutants of refunds, which races detect; crash-mutants.ts has those that crashes detect. */
import type { Mutant } from './mutants.ts'

export const REFUND_MUTANTS: Mutant[] = [
  {
    name: 'two refunds use the same remaining amount',
    race: 'refund x 20',
    file: 'server/payments/refunds/lock-payment.ts',
    edits: [
      {
        find: `    .updateTable('payments')
    .set((eb) => ({ returned_cents: eb.ref('returned_cents') }))
    .where('order_id', '=', orderId)
    .returningAll()`,
        replace: `    .selectFrom('payments').selectAll().where('order_id', '=', orderId)`,
      },
      {
        find: `    .where((eb) => eb(eb('returned_cents', '+', cents), '<=', eb.ref('captured_cents')))\n`,
        replace: '',
      },
    ],
    // Only a database with row locks detects this mutant: there the check constraint of the table causes status 500.
    caughtOn: ['postgres'],
  },
  {
    name: 'a repeated refund request creates a new refund',
    race: 'refund against ship',
    file: 'server/payments/refunds/refund.ts',
    edits: [
      {
        find: `      if (attempt) await saveReply(tx, shop.clock, attempt, { refund: refund.id }).execute()\n`,
        replace: '',
      },
    ],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'the items of a refund can be set again',
    race: 'return to stock x 20',
    file: 'server/payments/refunds/amend-refund.ts',
    edits: [
      {
        find: `    if (refund.is_itemized) throw conflict('What this refund was for is already set')\n`,
        replace: '',
      },
    ],
    caughtOn: ['sqlite', 'postgres'],
  },
]
