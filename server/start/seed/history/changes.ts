/** Invents entries of the change log: prices that were raised, and what staff did. */
import { formatCents } from '#shared/kernel/pricing.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { idAt, type Rows } from './rows.ts'
import type { Setting } from './setting.ts'

/** By the number of the product: the days since its price changed, and by how many cents. */
const PRICES = [
  { no: 1, daysAgo: 45, cents: 100 },
  { no: 4, daysAgo: 45, cents: 150 },
  { no: 10, daysAgo: 30, cents: 400 },
  { no: 17, daysAgo: 21, cents: -200 },
  { no: 13, daysAgo: 8, cents: 100 },
]

/** Adds the entries to `rows`. */
export function inventChanges(setting: Setting): void {
  const { goods, rows } = setting
  for (const { no, daysAgo, cents } of PRICES) {
    const { product, sizes } = goods[no - 1]!
    const after = sizes[0]!.price_cents
    const changes = [{ field: 'Price', before: formatCents(after - cents), after: formatCents(after) }]
    add(setting, daysAgo, {
      subject: 'product',
      subject_id: product.id,
      subject_name: product.name,
      action: 'Changed',
      changes: JSON.stringify(changes),
    })
  }
  for (const { id, code, created_at: at } of rows.discount_codes)
    add(setting, (setting.now.getTime() - Date.parse(at)) / DAY, {
      subject: 'discount',
      subject_id: id,
      subject_name: code,
      action: 'Created',
      changes: '[]',
    })
}

type Line = Omit<Rows['record_lines'][number], 'id' | 'at' | 'actor_id' | 'actor'>

function add({ rows, random, now }: Setting, daysAgo: number, line: Line): void {
  const at = new Date(now.getTime() - daysAgo * DAY)
  rows.record_lines.push({
    id: idAt(at, random),
    at: at.toISOString(),
    actor_id: null,
    actor: 'Frame Roasters',
    ...line,
  })
}
