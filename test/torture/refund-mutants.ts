/** Mutants of refunds, for the races that watch them; what a crash must show is in crash-mutants.ts. */
import type { Mutant } from './mutants.ts'

export const REFUND_MUTANTS: Mutant[] = [
  {
    name: 'a refund promises what another one has promised',
    race: 'refund x 20',
    file: 'server/payments/settle-refund.ts',
    edits: [
      {
        find: `    .updateTable('payments')
    .set((eb) => ({ returned_cents: eb.ref('returned_cents') }))
    .where('id', '=', id)
    .returningAll()`,
        replace: `    .selectFrom('payments').selectAll().where('id', '=', id)`,
      },
      {
        find: `    .where((eb) => eb(eb('returned_cents', '+', cents), '<=', eb.ref('captured_cents')))\n`,
        replace: '',
      },
    ],
    // Row locks again; what is left is the table's own check, which answers nobody politely.
    caughtOn: ['postgres'],
  },
  {
    name: 'a repeated refund is a new one',
    race: 'refund against ship',
    file: 'server/payments/refund.ts',
    edits: [
      {
        find: `      if (attempt) await saveReply(tx, shop.clock, attempt, { refund: refund.id }).execute()\n`,
        replace: '',
      },
    ],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'what a refund was for can be set again',
    race: 'return to stock x 20',
    file: 'server/payments/amend-refund.ts',
    edits: [
      {
        find: `    if (refund.is_itemized) throw conflict('What this refund was for is already set')\n`,
        replace: '',
      },
    ],
    caughtOn: ['sqlite', 'postgres'],
  },
]
