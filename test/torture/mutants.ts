/**
 * Mutants: the shop with one check or lock removed, to prove that the race for it detects the removal. Each mutant edits
 * the source text while it is loaded; the files are not changed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { LABEL_MUTANTS } from './label-mutants.ts'
import { REFUND_MUTANTS } from './refund-mutants.ts'
import type { Database } from './table.ts'

export type Mutant = {
  name: string
  /** The race that must detect the mutant. */
  race: string
  file: string
  edits: { find: string; replace: string }[]
  /** The databases on which it is detected, the faster one first. A comment gives the reason if it is only one. */
  caughtOn: [Database, ...Database[]]
}

const ROOT = join(import.meta.dirname, '../..')
const PLACE = 'server/checkout/orders/place/place-order.ts'
const TAKE = 'server/checkout/orders/place/take-stock.ts'
const PAYMENTS = 'server/payments/capture/payments.ts'
const CLOSE = `      .where('state', '=', before.from)
      .$if(state === 'expired'`

const NAMED_LOCK = 'server/kernel/db/named-lock.ts'
const NO_SERIALIZATION = { find: `  await tx\n`, replace: `  if (name) return\n  await tx\n` }

export const MUTANTS: Mutant[] = [
  {
    name: 'stock is not checked',
    race: 'last bag',
    file: TAKE,
    edits: [{ find: `      .where('count_in_stock', '>=', taken)\n`, replace: '' }],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'stock is taken from the first size',
    race: 'last bag of a size',
    file: TAKE,
    edits: [
      { find: `('id', '=', sizeId)`, replace: `('id', '=', sizeId.replace(/-1$/, ''))` },
      { find: `      .where('price_cents', '=', priceCents)\n`, replace: '' },
    ],
    caughtOn: ['sqlite', 'postgres'],
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
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    // Only row locks can deadlock; SQLite has one lock for the database.
    name: 'products are locked in the order of the cart',
    race: 'crossed carts',
    file: 'server/checkout/quotes/goods.ts',
    edits: [{ find: `.toSorted(([one], [other]) => (one < other ? -1 : 1))`, replace: '' }],
    caughtOn: ['postgres'],
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
    caughtOn: ['sqlite', 'postgres'],
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
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'the order of a concurrent request with the same key is not looked up',
    race: 'same key',
    file: PLACE,
    edits: [
      {
        find: `const placed = mayBePlaced && (await findReply<Order>(shop.db, attempt))`,
        replace: `const placed = null`,
      },
    ],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'a capture begins in any state',
    // Two payments at once do not detect it: the state of the payment also stops the second one.
    race: 'cancel against pay',
    file: 'server/payments/capture/release.ts',
    edits: [
      {
        find: `    .where('id', '=', orderId)
    .where('state', '=', 'pending')`,
        replace: `    .where('id', '=', orderId)`,
      },
    ],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'every tab opens a new payment',
    race: 'two tabs',
    file: 'server/payments/capture/start-payment.ts',
    edits: [
      { find: `    if (open && (await isStillOpen(shop, open, user))) return open\n`, replace: '' },
      {
        find: `            .where('state', '=', 'created'),\n`,
        replace: `            .where('state', '=', 'none' as 'created'),\n`,
      },
    ],
    caughtOn: ['sqlite', 'postgres'],
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
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'an order expires in any state',
    race: 'expiry against pay',
    file: 'server/checkout/orders/close.ts',
    edits: [{ find: CLOSE, replace: `      .$if(state === 'expired'` }],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    name: 'an order is canceled in any state',
    race: 'cancel against pay',
    file: 'server/checkout/orders/close.ts',
    edits: [{ find: CLOSE, replace: `      .$if(state === 'expired'` }],
    caughtOn: ['sqlite', 'postgres'],
  },
  {
    // SQLite has one writer at a time.
    name: 'a stock edit reads the stock without a lock',
    race: 'stock edit',
    file: 'server/catalog/products/edit.ts',
    edits: [
      {
        find: `      .updateTable('products')
      .set((eb) => ({ version: eb('version', '+', 1), updated_at: isoNow(shop.clock) }))`,
        replace: `      .selectFrom('products')`,
      },
      { find: `      .returningAll()\n`, replace: `      .selectAll()\n` },
    ],
    caughtOn: ['postgres'],
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
    caughtOn: ['postgres'],
  },
  {
    // SQLite transactions run one after another anyway.
    name: 'concurrent changes of the featured artist are not serialized',
    race: 'one featured',
    file: NAMED_LOCK,
    edits: [NO_SERIALIZATION],
    caughtOn: ['postgres'],
  },
  {
    name: 'concurrent changes of the menu are not serialized',
    race: 'one menu',
    file: NAMED_LOCK,
    edits: [NO_SERIALIZATION],
    caughtOn: ['postgres'],
  },
  ...REFUND_MUTANTS,
  ...LABEL_MUTANTS,
]

/** The mutants of `npm test`: one for stock, one for money, and one for row locks. */
const FEW = new Set([
  'stock is read first and written later',
  'a capture begins in any state',
  'admins are counted without a lock',
])

/**
 * Selects mutants and the database on which each must be detected.
 * @param where `few`: a few mutants, each on the database that detects it fastest; otherwise all on this database
 * @param only prefix of the races; empty for all
 */
export function mutantsOn(where: 'few' | Database, only = ''): { mutant: Mutant; database: Database }[] {
  return MUTANTS.filter(({ race }) => race.startsWith(only))
    .filter(({ name }) => where !== 'few' || FEW.has(name))
    .flatMap((mutant) =>
      mutant.caughtOn
        .filter((database, index) => (where === 'few' ? index === 0 : database === where))
        .map((database) => ({ mutant, database })),
    )
}

/** Returns the source with the mutant's edits. Throws if a text to be replaced does not occur exactly once. */
export function mutated({ name, file, edits }: Mutant, source: string): string {
  return edits.reduce((text, { find, replace }) => {
    const parts = text.split(find)
    if (parts.length === 2) return parts.join(replace)
    throw new Error(
      `The mutant “${name}” is outdated: ${file} has this text ${parts.length - 1} times instead of once:\n${find}`,
    )
  }, source)
}

/** Throws if a mutant does not match its file. */
export function checkMutants(mutants: readonly Mutant[]): void {
  for (const mutant of mutants) mutated(mutant, readFileSync(join(ROOT, mutant.file), 'utf8'))
}

/** A Vite plugin that loads the mutant instead of its file. */
export function mutate(mutant: Mutant): Plugin {
  const file = join(ROOT, mutant.file)
  return {
    name: `mutant: ${mutant.name}`,
    enforce: 'pre',
    transform: (source, id) =>
      id.split('?')[0] === file ? { code: mutated(mutant, source), map: null } : null,
  }
}
