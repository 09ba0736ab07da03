/** The contents of the Money page: the differences between the shop and PayPal, each with a text and one action. */
import type { Books, Finding } from '#shared/payments/api/money.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import type { FindingRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { readComparison } from './findings.ts'
import { unclearPayments, type Unclear } from './unclear.ts'
import { actionOf, TEXTS } from './finding-texts.ts'

export async function readBooks(shop: Shop): Promise<Books> {
  const [comparison, rows, unclear] = await Promise.all([
    readComparison(shop.db),
    storedFindings(shop),
    unclearPayments(shop),
  ])
  const reported = new Set(rows.map(({ payment_id: id }) => id))
  const live = unclear.filter(({ id }) => !reported.has(id)).map(describeUnclear)
  const stored = rows.map(describeStored)
  return {
    comparison,
    findings: [...live, ...stored.filter(({ seen }) => seen === null)],
    seen: stored.filter(({ seen }) => seen !== null),
  }
}

type Named = FindingRow & {
  order_number: string | null
  buyer_name: string | null
  product_name: string | null
  label: string | null
  grams: number | null
  size_count: number | null
}

function storedFindings({ db }: Shop): Promise<Named[]> {
  return db
    .selectFrom('money_findings')
    .leftJoin('orders', 'orders.id', 'money_findings.order_id')
    .leftJoin('products', 'products.id', 'money_findings.product_id')
    .leftJoin('product_sizes', 'product_sizes.id', 'money_findings.size_id')
    .selectAll('money_findings')
    .select([
      'orders.number as order_number',
      'orders.buyer_name',
      'products.name as product_name',
      'label',
      'grams',
    ])
    .select((eb) =>
      eb
        .selectFrom('product_sizes as sizes')
        .whereRef('sizes.product_id', '=', 'money_findings.product_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('size_count'),
    )
    .orderBy('found_at')
    .orderBy('money_findings.id')
    .execute()
}

function describeStored(row: Named): Finding {
  const { kind, ours, theirs, product_id: product, order_id: order } = row
  const texts = TEXTS[kind]
  const isOne = (row.size_count ?? 0) <= 1
  const size = isOne ? '' : labelOf({ label: row.label ?? '', grams: row.grams })
  const name = [row.product_name, size].filter(Boolean).join(', ')
  return {
    _id: row.id,
    kind,
    title: texts.title,
    text: texts.text({ ours, theirs, product: name }),
    action: actionOf(kind, ours),
    amount: product === null ? toDollars(theirs || ours) : null,
    order:
      order === null ? null : { _id: order, number: row.order_number ?? order, name: row.buyer_name ?? '' },
    product: product === null ? null : { _id: product, name },
    capture: row.capture_id,
    since: row.found_at,
    seen: row.seen_at === null ? null : { at: row.seen_at, by: row.seen_by!, note: row.note! },
  }
}

function describeUnclear(payment: Unclear): Finding {
  const texts = TEXTS[payment.kind]
  return {
    _id: payment.id,
    kind: payment.kind,
    title: texts.title,
    text: texts.text({ ours: payment.amount_cents, theirs: 0, problem: payment.problem }),
    action: texts.action,
    amount: toDollars(payment.amount_cents),
    order: { _id: payment.order_id, number: payment.number ?? payment.order_id, name: payment.buyer_name },
    product: null,
    capture: payment.capture_id ?? '',
    since: payment.created_at,
    seen: null,
  }
}
