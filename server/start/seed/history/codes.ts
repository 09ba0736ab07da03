/** Invents discount codes: one that is running and used, one that has ended, and others that wait or are switched off. */
import { ART_SHOW } from '#shared/kernel/categories.ts'
import { listPriceOf, type Discount } from '#shared/kernel/discounts.ts'
import { codeLabel } from '#shared/platform/discount-text.ts'
import { discountCodeFields } from '#shared/checkout/resources/discount-code.ts'
import { mailboxKey } from '#server/kernel/limits/mailing.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { localTime } from '#server/kernel/time/shop-days.ts'
import { blankColumns } from '#server/platform/resources/rows.ts'
import { pricedLines } from './lines.ts'
import { type Bought, idAt, type NewOrder, type Rows, type Saving } from './rows.ts'
import type { Setting } from './setting.ts'

type CodeRow = Rows['discount_codes'][number]

type DemoCode = {
  columns: Partial<CodeRow> & Pick<CodeRow, 'code' | 'kind' | 'note'>
  /** The days on which it is valid, counted from today; null if there is no such day. */
  from: number | null
  to: number | null
  /** The share of the orders that use it, of those that could. */
  share: number
}

const CODES: readonly DemoCode[] = [
  {
    columns: {
      code: 'WELCOME10',
      kind: 'percent',
      percent: 10,
      first_order_only: 1,
      per_person: 1,
      note: 'For newsletter subscribers',
    },
    from: null,
    to: null,
    share: 0.4,
  },
  {
    columns: { code: 'HARVEST15', kind: 'percent', percent: 15, note: 'Flyer at the farmers market' },
    from: -44,
    to: -24,
    share: 0.12,
  },
  {
    columns: { code: 'SHIPFREE60', kind: 'shipping', minimum_cents: 6000, total: 25, note: 'On the counter' },
    from: -20,
    to: 12,
    share: 0.15,
  },
  {
    columns: {
      code: 'BARISTA5',
      kind: 'amount',
      amount_cents: 500,
      is_off: 1,
      note: 'For the class in September',
    },
    from: null,
    to: null,
    share: 0,
  },
  {
    columns: { code: 'WINTER20', kind: 'percent', percent: 20, per_person: 1, note: 'Sale in winter' },
    from: 25,
    to: 39,
    share: 0,
  },
]

type Codes = {
  /** The code that a buyer uses for these goods; null for none. */
  choose: (email: string, at: Date, bought: readonly Bought[]) => Chosen | null
  /** Counts the use of the code by an order. */
  use: (code: Chosen, order: NewOrder) => void
}
type Chosen = { row: CodeRow; saving: Saving }

/** Adds the codes to `rows`. */
export function inventCodes({ rows, random, now }: Setting): Codes {
  const all = CODES.map((code, index) => ({ ...code, row: rowOf(code, index, { random, now }) }))
  rows.discount_codes.push(...all.map(({ row }) => row))
  const buyers = new Set<string>()
  return {
    choose: (email, at, bought) => {
      const day = localTime({ now: () => at }).slice(0, 10)
      const isFirst = !buyers.has(email)
      buyers.add(email)
      // A code without categories is not for works of art.
      if (bought.some(({ product }) => product.category === ART_SHOW)) return null
      const cents = pricedLines(bought).reduce((sum, line) => sum + listPriceOf(line), 0)
      const code = all.find(
        ({ row, share }) =>
          (row.starts_on ?? '') <= day &&
          (!row.ends_on || row.ends_on >= day) &&
          (row.first_order_only !== 1 || isFirst) &&
          cents >= (row.minimum_cents ?? 0) &&
          random.chance(share),
      )
      return code ? { row: code.row, saving: savingOf(code.row) } : null
    },
    use: ({ row, saving }, order) => {
      const isClosed = order.state === 'cancelled' || order.state === 'expired'
      if (!isClosed) row.used = (row.used ?? 0) + 1
      rows.discount_uses.push({
        order_id: order.id,
        code_id: row.id,
        mailbox: mailboxKey(order.buyer_email),
        saved_cents:
          saving.discount?.kind === 'shipping' ? (order.quoted_cents ?? 0) : (order.discount_cents ?? 0),
        used_at: order.created_at,
        released_at: isClosed ? order.closed_at! : null,
      })
    },
  }
}

function rowOf(
  { columns, from, to }: DemoCode,
  index: number,
  { random, now }: Pick<Setting, 'random' | 'now'>,
) {
  const created = new Date(now.getTime() - (59 - index) * DAY)
  const dayAt = (days: number | null) =>
    days === null ? '' : localTime({ now: () => now }, days * DAY).slice(0, 10)
  return {
    ...blankColumns(discountCodeFields),
    ...columns,
    id: idAt(created, random),
    starts_on: dayAt(from),
    ends_on: dayAt(to),
    used: 0,
    version: 1,
    created_at: created.toISOString(),
    updated_at: created.toISOString(),
  }
}

function savingOf({ code, kind, percent, amount_cents: cents }: CodeRow): Saving {
  const discounts: Record<CodeRow['kind'], Discount> = {
    percent: { kind: 'percent', percent: percent ?? 0 },
    amount: { kind: 'amount', cents: cents ?? 0 },
    shipping: { kind: 'shipping' },
  }
  return {
    discount: discounts[kind],
    label: codeLabel(code, kind, kind === 'percent' ? percent : cents / 100),
  }
}
