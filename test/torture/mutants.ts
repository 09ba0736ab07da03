/** The mutants of shops in a test, which races detect. crash-mutants.ts has those of the real server. */
import type { Mutant } from './mutate.ts'

const PLACE = 'server/checkout/orders/place/place-order.ts'
const TAKE = 'server/checkout/orders/stock.ts'
const PAYMENTS = 'server/payments/capture/pay-order.ts'
const CLOSE = `      .where('state', '=', before.from)
      .$if(state === 'expired'`

const NAMED_LOCK = 'server/kernel/db/transact.ts'
const NO_SERIALIZATION = { find: `  await tx\n`, replace: `  if (name) return\n  await tx\n` }

export const MUTANTS: Mutant[] = [
  {
    name: 'stock is not checked',
    race: 'last bag',
    file: TAKE,
    edits: [{ find: `      .where('count_in_stock', '>=', taken)\n`, replace: '' }],
  },
  {
    name: 'stock is taken from the first size',
    race: 'last bag of a size',
    file: TAKE,
    edits: [
      { find: `('id', '=', sizeId)`, replace: `('id', '=', sizeId.replace(/-1$/, ''))` },
      { find: `      .where('price_cents', '=', priceCents)\n`, replace: '' },
    ],
  },
  {
    name: 'stock is read first and written later',
    race: 'last bag',
    file: TAKE,
    edits: [
      { find: `      .where('count_in_stock', '>=', taken)\n`, replace: '' },
      {
        find: `{ sizeId, qty, priceCents, isRoastedToOrder }: SizeTotal): Step {`,
        replace: `{ sizeId, qty, priceCents, isRoastedToOrder, left }: SizeTotal): Step {`,
      },
      {
        find: `count_in_stock: eb('count_in_stock', '-', taken)`,
        replace: `count_in_stock: eb.val(left - taken)`,
      },
    ],
  },
  {
    // Only row locks can deadlock; SQLite has one lock for the database.
    name: 'products are locked in the order of the cart',
    race: 'crossed carts',
    file: 'server/checkout/quotes/goods.ts',
    edits: [{ find: `.toSorted(([one], [other]) => (one < other ? -1 : 1))`, replace: '' }],
    caughtOn: 'postgres',
  },
  {
    name: 'an order is placed without a transaction',
    race: 'crossed carts',
    file: PLACE,
    edits: [
      {
        find: `await allOrNone(shop.db, [`,
        replace: `await (async (db: Db, steps: Step[]) => {
      for (const step of steps) {
        const { numAffectedRows } = await db.executeQuery(step.query.compile())
        if (step.rows !== undefined && Number(numAffectedRows) !== step.rows) return step
      }
      return null
    })(shop.db, [`,
      },
    ],
  },
  {
    name: 'the Idempotency-Key is not stored',
    race: 'same key',
    file: PLACE,
    edits: [
      {
        find: `attempt ? [{ query: saveReply(shop.db, shop.clock, attempt, order.reply) }] : []`,
        replace: `[]`,
      },
    ],
  },
  {
    name: 'the order of a concurrent request with the same key is not looked up',
    race: 'same key',
    file: 'server/platform/http/idempotency.ts',
    edits: [
      {
        find: `const other = mayBeDone ? await findReply<Reply>(db, attempt) : null`,
        replace: `const other = null`,
      },
    ],
  },
  {
    name: 'a capture begins in any state',
    // Two payments at once do not detect it: the state of the payment also stops the second one.
    race: 'cancel against pay',
    file: 'server/payments/capture/settle.ts',
    edits: [
      {
        find: `    .where('id', '=', orderId)
    .where('state', '=', 'pending')`,
        replace: `    .where('id', '=', orderId)`,
      },
    ],
  },
  {
    name: 'every tab opens a new payment',
    race: 'two tabs',
    file: 'server/payments/capture/start-payment.ts',
    edits: [
      { find: `    if (open && (await isStillOpen(shop, open, user))) return open\n`, replace: '' },
      {
        find: `            .where('state', '=', 'created')\n`,
        replace: `            .where('state', '=', 'none' as 'created')\n`,
      },
    ],
  },
  {
    name: 'a payment is found by its PayPal id alone',
    race: 'one payment, two orders',
    file: PAYMENTS,
    edits: [
      {
        find: `    .where('order_id', '=', orderId)
    .where('provider_order_id'`,
        replace: `    .where('provider_order_id'`,
      },
    ],
  },
  {
    name: 'an order expires in any state',
    race: 'expiry against pay',
    file: 'server/checkout/orders/close.ts',
    edits: [{ find: CLOSE, replace: `      .$if(state === 'expired'` }],
  },
  {
    name: 'an order is canceled in any state',
    race: 'cancel against pay',
    file: 'server/checkout/orders/close.ts',
    edits: [{ find: CLOSE, replace: `      .$if(state === 'expired'` }],
  },
  {
    // SQLite has one writer at a time.
    name: 'a stock edit reads the stock without a lock',
    race: 'stock edit',
    file: 'server/catalog/products/save.ts',
    edits: [
      {
        find: `    .updateTable('products')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: isoNow(shop.clock) }))`,
        replace: `    .selectFrom('products')`,
      },
      { find: `    .returningAll()\n`, replace: `    .selectAll()\n` },
    ],
    caughtOn: 'postgres',
  },
  {
    // SQLite has one writer at a time.
    name: 'admins are counted without a lock',
    race: 'last admin',
    file: 'server/people/users/users.ts',
    edits: [
      {
        find: `    .updateTable('users')
    .set((eb) => ({ is_admin: eb.ref('is_admin') }))
    .where('is_admin', '=', 1)
    .returning(['id', 'is_admin', 'staff_role'])`,
        replace: `    .selectFrom('users').select(['id', 'is_admin', 'staff_role']).where('is_admin', '=', 1)`,
      },
    ],
    caughtOn: 'postgres',
  },
  {
    // SQLite transactions run one after another anyway.
    name: 'concurrent changes of the featured artist are not serialized',
    race: 'one featured',
    file: NAMED_LOCK,
    edits: [NO_SERIALIZATION],
    caughtOn: 'postgres',
  },
  {
    name: 'concurrent changes of the menu are not serialized',
    race: 'one menu',
    file: NAMED_LOCK,
    edits: [NO_SERIALIZATION],
    caughtOn: 'postgres',
  },
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
    caughtOn: 'postgres',
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
  },
  {
    name: 'a second purchase during the first one buys a label too',
    race: 'label x 20',
    file: 'server/shipping/labels/buy-label.ts',
    edits: [
      {
        find: `    if (isUniqueViolation(error)) throw beingBought()\n`,
        replace: `    if (isUniqueViolation(error)) return label\n`,
      },
    ],
  },
  {
    name: 'a label is bought before its row is inserted',
    race: 'label x 20',
    file: 'server/shipping/labels/buy-label.ts',
    edits: [
      { find: `      { query: shop.db.insertInto('labels').values(label) },\n`, replace: '' },
      {
        find: `    await recordBought(shop, label, bought)\n`,
        replace: `    await shop.db.insertInto('labels').values(label).execute()\n    await recordBought(shop, label, bought)\n`,
      },
    ],
  },
  {
    name: 'every check that finds a label stores it',
    race: 'label found x 10',
    file: 'server/shipping/labels/label-rows.ts',
    edits: [{ find: `      .where('state', 'in', ['buying', 'failed'])\n`, replace: '' }],
  },
  {
    name: 'a label that was sold late is bought again',
    race: 'label late',
    file: 'server/shipping/labels/buy-label.ts',
    edits: [
      {
        find: `latest?.state === 'failed' && (await isBoughtAfterAll(shop, latest))`,
        replace: `latest?.state === 'failed' && !isBoughtAfterAll`,
      },
    ],
  },
  {
    name: 'concurrent requests all void a label',
    race: 'label void x 20',
    file: 'server/shipping/labels/void-label.ts',
    edits: [{ find: `      .where('state', '=', 'bought')\n`, replace: '' }],
  },
]
