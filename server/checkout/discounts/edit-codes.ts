/** The owner's list of discount codes, and their form. */
import { sql } from 'kysely'
import type { DiscountCode, DiscountCodeEdit, ListedCode } from '#shared/checkout/api/discounts.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { discountCodeFields, normalCode } from '#shared/checkout/resources/discount-code.ts'
import type { DiscountCodeRow } from '#server/kernel/db/schema.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { describedRows } from '#server/platform/resources/rows.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { csvHead, csvLine, type Cell } from '#server/kernel/text/csv.ts'
import { SavedRow } from '#server/platform/resources/saved-row.ts'
import { transact } from '#server/kernel/db/transact.ts'

type Edited = Omit<DiscountCodeRow, 'id' | 'used' | 'version' | 'created_at' | 'updated_at'>
const codeRows = describedRows<Edited>()(discountCodeFields)
const saved = new SavedRow('discount_codes', {
  rows: codeRows,
  subject: 'discount',
  label: 'Discount code',
  nameOf: ({ code }) => code,
  unique: { field: 'code', problem: 'There is this code already' },
})

/** All codes, the newest first, with what their paid orders brought in. */
export async function listCodes(shop: Shop): Promise<ListedCode[]> {
  const rows = await shop.db.selectFrom('discount_codes').selectAll().orderBy('id', 'desc').execute()
  const sums = await shop.db
    .selectFrom('discount_uses')
    .innerJoin('orders', 'orders.id', 'discount_uses.order_id')
    .where('released_at', 'is', null)
    .where('paid_at', 'is not', null)
    .groupBy('code_id')
    .select([
      'code_id',
      sql<number>`cast(sum(total_cents - refunded_cents) as bigint)`.as('turnover'),
      sql<number>`cast(sum(saved_cents) as bigint)`.as('saved'),
    ])
    .execute()
  const byCode = new Map(sums.map((each) => [each.code_id, each]))
  const { day } = nowAt(shop.clock)
  return rows.map((row) => ({
    ...toCode(row),
    state: stateOf(row, day),
    turnover: toDollars(byCode.get(row.id)?.turnover ?? 0),
    saved: toDollars(byCode.get(row.id)?.saved ?? 0),
  }))
}

/** One code. Throws 404. */
export async function getCode(shop: Shop, id: string): Promise<DiscountCode> {
  return toCode(await saved.find(shop.db, id))
}

/** Adds a code. Throws 400 if there is this code already, or its values do not fit together. */
export async function createCode(shop: Shop, admin: SignedIn, edit: DiscountCodeEdit): Promise<DiscountCode> {
  const columns = { ...columnsOf(edit), used: 0 }
  return toCode(await saved.create(shop, admin, () => columns))
}

/**
 * Saves a code; placed orders keep their discount. Throws 404, 409 if `version` is outdated, and 400 as `createCode`
 * does.
 */
export async function updateCode(
  shop: Shop,
  admin: SignedIn,
  id: string,
  edit: DiscountCodeEdit,
): Promise<DiscountCode> {
  const columns = columnsOf(edit)
  return toCode(await saved.update(shop, admin, id, { version: edit.version, columns: () => columns }))
}

/** Deletes a code. Throws 404, and 409 if an order has used it. */
export function removeCode(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  return saved.remove(shop, admin, id, async (tx, { code }) => {
    // An order updates the row of its code, and then stores its use. So this lock waits for an order that is being placed
    // with the code; a later order waits for this transaction, and is refused if the code is deleted.
    const lock = tx.updateTable('discount_codes').set((eb) => ({ used: eb.ref('used') }))
    await lock.where('id', '=', id).execute()
    const use = tx.selectFrom('discount_uses').select('order_id').where('code_id', '=', id).limit(1)
    if (await use.executeTakeFirst())
      throw conflict(`Orders have used ${code}. Switch it off instead, so that its uses stay in the list`)
  })
}

function toCode(row: DiscountCodeRow): DiscountCode {
  return { _id: row.id, ...codeRows.editOf(row), used: row.used, version: row.version }
}

/** The columns of an edit, with the code in capitals. Throws 400 for values that do not fit together. */
function columnsOf(edit: DiscountCodeEdit): Edited {
  const columns = codeRows.columnsOf({ ...edit, code: normalCode(edit.code) })
  const { kind, percent, amount_cents: cents, starts_on: from, ends_on: to } = columns
  const problems = {
    ...(kind === 'percent' && percent === 0 ? { percent: 'Enter a percentage from 1 to 100' } : {}),
    ...(kind === 'amount' && cents === 0 ? { amount: 'Enter an amount' } : {}),
    ...(from !== '' && to !== '' && to < from ? { endsOn: 'The last day is before the first' } : {}),
  }
  const [problem] = Object.values(problems)
  if (problem) throw new Refusal(400, problem, { fields: problems })
  return columns
}

/** What buyers can do with a code. @param day today at the shop */
export function stateOf(row: DiscountCodeRow, day: string): ListedCode['state'] {
  if (row.is_off) return 'off'
  if (row.ends_on !== '' && row.ends_on < day) return 'ended'
  if (row.total !== null && row.used >= row.total) return 'used up'
  return row.starts_on > day ? 'later' : 'active'
}

/** One line per order, the newest first, also for orders that were closed unpaid. Throws 404. */
export async function exportUses(shop: Shop, admin: SignedIn, id: string): Promise<Download> {
  const row = await saved.find(shop.db, id)
  const uses = await readUses(shop, id)
  await transact(shop.db, (tx) => saved.log(tx, shop, admin, row, 'Exported the uses'))
  const lines = uses.map((use) => csvLine(Object.values(COLUMNS).map((cell) => cell(use))))
  return {
    name: `code-${row.code.toLowerCase()}.csv`,
    content: csvHead(Object.keys(COLUMNS)) + lines.join(''),
  }
}

function readUses({ db }: Shop, id: string) {
  return db
    .selectFrom('discount_uses')
    .innerJoin('orders', 'orders.id', 'discount_uses.order_id')
    .select([
      'used_at',
      'released_at',
      'saved_cents',
      'orders.number',
      'orders.id',
      'buyer_name',
      'buyer_email',
    ])
    .select(['state', 'discount_cents', 'items_cents', 'total_cents', 'refunded_cents'])
    .where('code_id', '=', id)
    .orderBy('used_at', 'desc')
    .orderBy('order_id', 'desc')
    .execute()
}

type Use = Awaited<ReturnType<typeof readUses>>[number]

const COLUMNS: Record<string, (use: Use) => Cell> = {
  Date: ({ used_at: at }) => dayOf(new Date(at)),
  Order: ({ number, id }) => number ?? id,
  Buyer: ({ buyer_name: name }) => name,
  Email: ({ buyer_email: email }) => email,
  Status: ({ state }) => state,
  Counts: ({ released_at: at }) => (at === null ? 'yes' : 'no'),
  Saved: ({ saved_cents: cents }) => toDollars(cents),
  'Of it goods': ({ discount_cents: cents }) => toDollars(cents),
  Items: ({ items_cents: cents }) => toDollars(cents),
  Total: ({ total_cents: cents }) => toDollars(cents),
  Refunded: ({ refunded_cents: cents }) => toDollars(cents),
}
