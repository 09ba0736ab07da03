/** The orders that used a discount code, as a CSV file. */
import { dayOf } from '#shared/kernel/dates.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { csvHead, csvLine, type Cell } from '#server/kernel/text/csv.ts'
import { findRow } from './edit-codes.ts'

/** One line per order, the newest first, also for orders that were closed unpaid. Throws 404. */
export async function exportUses(shop: Shop, admin: SignedIn, id: string): Promise<Download> {
  const { code } = await findRow(shop.db, id)
  const uses = await readUses(shop, id)
  await logChange(shop.db, shop, admin, {
    subject: 'discount',
    id,
    name: code,
    action: 'Exported the uses',
  })
  const lines = uses.map((use) => csvLine(Object.values(COLUMNS).map((cell) => cell(use))))
  return {
    name: `code-${code.toLowerCase()}.csv`,
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
