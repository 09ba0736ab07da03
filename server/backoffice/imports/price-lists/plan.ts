/** Compares price lists of a file with those of the shop: the prices that an import would add and change. None is removed. */
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { formatCents, formatDollars, toCents, toDollars } from '#shared/kernel/pricing.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { nameKey } from '#shared/wholesale/name-key.ts'
import { priceLists as contract, type PriceListEdit } from '#shared/wholesale/api/price-lists.ts'
import type { Db, PriceListRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { toPriceList } from '#server/wholesale/prices/price-lists.ts'
import type { Item, PlanContext, Planned } from '../kind.ts'
import type { FilePrice, PriceListData } from './read.ts'

/** What was planned for an item in this process; it is applied in the same transaction. */
export const savings = new WeakMap<
  Item<PriceListData>,
  { before: PriceListRow | undefined; edit: PriceListEdit }
>()

/** What an import would do with each list. */
export async function planPriceLists(
  db: Db,
  _shop: Shop,
  items: Item<PriceListData>[],
  { pause }: PlanContext,
): Promise<Planned[]> {
  const rows = await db.selectFrom('price_lists').selectAll().orderBy('id').execute()
  const byName = Map.groupBy(rows, ({ name }) => nameKey(name))
  const planned: Planned[] = []
  for (const item of items) {
    planned.push(planOne(item, byName.get(nameKey(item.data.name)) ?? []))
    await pause?.()
  }
  return planned
}

function planOne(item: Item<PriceListData>, lists: readonly PriceListRow[]): Planned {
  const { data } = item
  const [before] = lists
  const plan = { targetId: before?.id ?? null, changes: [], notes: [...data.notes] }
  const broken = (problem: string): Planned => ({
    ...plan,
    action: 'broken',
    problems: [{ row: item.row, column: 'Price list', value: data.name, problem }],
  })
  if (item.problems.length > 0) return { ...plan, action: 'broken', problems: item.problems }
  if (lists.length > 1) return broken(`${lists.length} price lists have this name. Rename one of them first`)
  const was = before && toPriceList(before)
  const edit = editOf(data, was)
  const parsed = contract.update.body.safeParse(edit)
  if (!parsed.success) return broken(parsed.error.issues[0]!.message)
  const changes = changesOf(data, was, edit)
  plan.notes.push(...notesOf(data, edit))
  if (before && changes.length === 0) return { ...plan, action: 'same', problems: [] }
  savings.set(item, { before, edit })
  if (!before) plan.notes.push('No account has this list yet. Choose it on the page of each account')
  return { ...plan, action: before ? 'change' : 'create', changes, problems: [] }
}

type Price = PriceListEdit['prices'][number]
const keyOf = ({ size, from }: Pick<Price, 'size' | 'from'>) => `${size} ${from}`
const toPrice = ({ size, from, cents }: FilePrice): Price => ({
  size,
  from,
  price: cents === null ? null : toDollars(cents),
})

/** The list with the prices of the file. What the file does not say stays. */
function editOf({ name, facts, prices }: PriceListData, was: PriceListEdit | undefined): PriceListEdit {
  const merged = new Map(
    [...(was?.prices ?? []), ...prices.map(toPrice)].map((price) => [keyOf(price), price]),
  )
  for (const end of prices.flatMap((price) => endOf(price, prices, was) ?? []))
    if (!merged.has(keyOf(end))) merged.set(keyOf(end), end)
  return {
    name: was?.name ?? name,
    percentOff: was?.percentOff ?? null,
    floor: was?.floor ?? null,
    ...facts,
    breaks: facts.breaks ?? was?.breaks ?? [],
    prices: [...merged.values()],
  }
}

/** What applies on the day after a price ends: the price that would apply without it. Null for a price without an end. */
function endOf(
  { size, until }: FilePrice,
  prices: readonly FilePrice[],
  was: PriceListEdit | undefined,
): Price | null {
  if (until === null) return null
  const from = addDays(until, 1)
  const lasting = prices.filter((each) => each.until === null).map(toPrice)
  const before = [...(was?.prices ?? []), ...lasting]
    .filter((each) => each.size === size && each.from <= from)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
  return { size, from, price: before.at(-1)?.price ?? null }
}

/** Prices that begin before another price of the file ends, and that cut it short. */
function notesOf({ prices }: PriceListData, is: PriceListEdit): string[] {
  return prices.flatMap(({ size, title, from, until }) => {
    const within = is.prices.find(
      (each) => until !== null && each.size === size && each.from > from && each.from <= until,
    )
    if (!within) return []
    return [
      `${title} has another price from ${formatDate(within.from, 'shortDay')} on, before the one of the file ends`,
    ]
  })
}

function changesOf({ prices }: PriceListData, was: PriceListEdit | undefined, is: PriceListEdit): Change[] {
  const before = new Map((was?.prices ?? []).map((each) => [keyOf(each), each.price]))
  const head: Change[] = [
    ['Name', was?.name ?? '', is.name],
    ['Percent off the shop', percentText(was), percentText(is)],
    ['Never below, per pound', floorText(was), floorText(is)],
    ['Breaks', breaksText(was), breaksText(is)],
  ].map(([field = '', one = '', other = '']) => ({ field, before: one, after: other }))
  const priced = prices.flatMap((price): Change[] => {
    const old = before.get(keyOf(price))
    const isSame = old !== undefined && (old === null ? null : toCents(old)) === price.cents
    const end = endOf(price, prices, was)
    if (isSame && (end === null || before.has(keyOf(end)))) return []
    return [
      { field: price.title, before: old === undefined ? '' : priceText(old), after: textOf(price, end) },
    ]
  })
  return [...head.filter(({ before: one, after }) => one !== after), ...priced]
}

const percentText = (list?: PriceListEdit) => (list?.percentOff == null ? '' : `${list.percentOff}%`)
const floorText = (list?: PriceListEdit) => (list?.floor == null ? '' : formatDollars(list.floor))
const breaksText = (list?: PriceListEdit) =>
  (list?.breaks ?? [])
    .map(({ pounds, percent }) => `${percent}% from ${counted(pounds, 'lb', 'lb')}`)
    .join(', ')
const priceText = (dollars: number | null) => (dollars === null ? 'none' : formatDollars(dollars))

/** '$40.00 from Jan 1, 2027 until Jun 30, 2027, then $45.00'. */
function textOf({ cents, from, until }: FilePrice, end: Price | null): string {
  return [
    cents === null ? 'none' : formatCents(cents),
    from === '' ? '' : `from ${formatDate(from, 'shortDay')}`,
    until === null || end === null
      ? ''
      : `until ${formatDate(until, 'shortDay')}, then ${priceText(end.price)}`,
  ]
    .filter(Boolean)
    .join(' ')
}
