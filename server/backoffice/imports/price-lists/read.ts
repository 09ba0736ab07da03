/**
 * Reads a file of price lists: a price in each row. Rows with the same list are one list. A row that is not understood is an
 * item of its own, so that the other prices of the list are imported.
 */
import * as z from 'zod/mini'
import { count, dollars, requiredLine } from '#shared/kernel/fields.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { toCents } from '#shared/kernel/pricing.ts'
import { cellAmount, cellNumber } from '#shared/platform/resources/cells.ts'
import { nameKey } from '#shared/wholesale/name-key.ts'
import type { Break } from '#shared/wholesale/prices.ts'
import { priceListFields } from '#shared/wholesale/resources/price-list.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { FileDays } from '../file-days.ts'
import { tableOf, type Cells } from '../file-head.ts'
import { printable } from '../file-row.ts'
import type { Item, ReadFile } from '../kind.ts'
import { PRICE_LIST_COLUMNS, type Key } from './columns.ts'
import { sizeFinder, type SizeFinder, type SoldSize } from './sizes.ts'

/** A price of the file. `cents` is null for a size that has no price of its own; `from` is empty for always. */
export type FilePrice = {
  row: number
  size: string
  title: string
  from: string
  until: string | null
  cents: number | null
}

/** What the file does not say is missing. */
export type ListFacts = { percentOff?: number | null; floor?: number | null; breaks?: Break[] }

export type PriceListData = { name: string; facts: ListFacts; prices: FilePrice[]; notes: string[] }
type PriceList = Item<PriceListData>

const UNKNOWN =
  'One row must name the columns, among them Price list, and Product or SKU with Price, or Percent off. Download the sample file to see them all'

/** Reads a file. Throws 400 if no row names the columns. */
export async function readPriceLists(
  rows: string[][],
  pause: () => Promise<void>,
  db: Db,
): Promise<ReadFile<PriceListData>> {
  const table = tableOf<Key>(rows, PRICE_LIST_COLUMNS, [['list'], ['price', 'percentOff']], UNKNOWN)
  const all = [...table.rows]
  const days = new FileDays(all.flatMap(({ get }) => [get('from'), get('until')]))
  const findSize = await sizeFinder(db)
  const lists = new Map<string, PriceList>()
  const broken: PriceList[] = []
  for (const cells of all) {
    await pause()
    const read = readRowOrReport(cells, days, findSize)
    const key = nameKey(read.data.name)
    const list = lists.get(key)
    if (list && read.problems.length === 0) merge(list, read, cells)
    if (read.problems.length > 0) broken.push({ ...read, name: goodsIn(cells) })
    else if (!list) lists.set(key, read)
  }
  const items = [...lists.values(), ...broken].toSorted((one, other) => one.row - other.row)
  return { source: 'own', items, remarks: [...days.remarks(), ...table.remarks] }
}

/** A row that fails to be read is a broken row, and the others are read. */
function readRowOrReport(cells: Cells<Key>, days: FileDays, findSize: SizeFinder): PriceList {
  const data: PriceListData = { name: '', facts: {}, prices: [], notes: [] }
  const { row } = cells
  const item = { row: row.row, name: '', detail: '', data, problems: row.problems }
  try {
    data.name = row.checked(requiredLine('The name', 60), PRICE_LIST_COLUMNS.list.name, cells.get('list'))
    if (data.name !== '' && nameKey(data.name) === '')
      cells.report('list', 'The name needs a letter or a digit')
    data.facts = factsIn(cells)
    const price = priceIn(cells, days, findSize, data.notes)
    if (price) data.prices.push(price)
    else if (Object.keys(data.facts).length === 0 && row.problems.length === 0)
      cells.report('price', 'This row has neither a price nor a percentage')
  } catch {
    row.report('', '', 'This row cannot be read')
  }
  return { ...item, name: printable(data.name) }
}

/** The list and the goods of a row, as they are in the file. */
function goodsIn({ get }: Cells<Key>): string {
  const goods = [get('product') || get('sku'), get('size')].filter(Boolean).join(', ')
  return printable([get('list'), goods].filter(Boolean).join(': '))
}

function factsIn(cells: Cells<Key>): ListFacts {
  const facts: ListFacts = {}
  const percent = cells.given('percentOff')
  if (percent !== null) {
    const value = /^none$/i.test(percent) ? null : cellNumber(percent.replace(/%$/, '').trim())
    if (fits(cells, 'percentOff', priceListFields.percentOff.edit, value)) facts.percentOff = value
  }
  const floor = cells.given('floor')
  if (floor !== null) {
    const value = /^none$/i.test(floor) ? null : cellAmount(floor.replace(/(\/|per) ?(lb|pound)s?$/i, ''))
    if (value === 0) cells.report('floor', 'Enter a price of more than $0, or none')
    else if (fits(cells, 'floor', priceListFields.floor.edit, value)) facts.floor = value
  }
  const breaks = cells.given('breaks')
  if (breaks !== null) facts.breaks = breaksIn(cells, breaks)
  return facts
}

function fits(cells: Cells<Key>, key: Key, schema: z.ZodMiniType, value: number | null): boolean {
  const parsed = schema.safeParse(value)
  if (parsed.success) return true
  cells.report(key, Number.isNaN(value) ? 'This is not a number' : parsed.error.issues[0]!.message)
  return false
}

const breakSchema = z.object({
  pounds: count('The pounds', 100_000, 1),
  percent: count('The percentage', 50, 1),
})

/** '5% from 20 lb; 10% from 50 lb' or '20 lb: 5%, 50 lb: 10%'. */
function breaksIn(cells: Cells<Key>, text: string): Break[] {
  if (/^none$/i.test(text)) return []
  return text.split(/[;,|]/).flatMap((part) => {
    const [, percent = ''] = /(?<![\d.])(\d{1,3}(?:\.\d{1,3})?) ?%/.exec(part) ?? []
    const [, pounds = ''] = /(?<![\d.])(\d{1,6}(?:\.\d{1,3})?) ?(?:lb|pound)/i.exec(part) ?? []
    const parsed = breakSchema.safeParse({ pounds: cellNumber(pounds), percent: cellNumber(percent) })
    if (parsed.success) return [parsed.data]
    cells.report('breaks', 'Write breaks in whole numbers such as 5% from 20 lb; 10% from 50 lb')
    return []
  })
}

/** The price of a row; null if the row is only about its list, or is not understood. */
function priceIn(cells: Cells<Key>, days: FileDays, findSize: SizeFinder, notes: string[]): FilePrice | null {
  const { get, given, row } = cells
  const typed = { sku: get('sku'), product: get('product'), size: get('size') }
  if (Object.values(typed).every((cell) => cell === '')) {
    if (given('price') !== null) cells.report('product', 'The product or the SKU of this price is missing')
    return null
  }
  const size = findSize(typed)
  if ('problem' in size) {
    cells.report(size.key, size.problem)
    return null
  }
  const cents = priceCents(cells)
  const day = (key: Key) => cells.read(key, (cell) => days.read(cell))
  const [from, until] = [day('from') ?? '', day('until')]
  if (until !== null && until < from) cells.report('until', 'The last day is before the first one')
  if (until !== null && cents === null) cells.report('until', 'A size without a price needs no last day')
  comparePack(cells, size, notes)
  return { row: row.row, size: size.id, title: size.title, from, until, cents }
}

/** Cents; null for 'none'. Another text is reported. */
function priceCents(cells: Cells<Key>): number | null {
  const typed = cells
    .get('price')
    .replace(/(\/|per) ?(ea|each|piece|pc|bag|unit)\.?$/i, '')
    .trim()
  if (/^(none|-|n\/a)$/i.test(typed)) return null
  const amount = cellAmount(typed)
  const parsed = dollars.safeParse(amount)
  if (typed === '')
    cells.report('price', 'The price is missing. Write none for a size without a price of its own')
  else if (Number.isNaN(amount)) cells.report('price', 'This is not a price, such as 42.50')
  else if (!parsed.success) cells.report('price', parsed.error.issues[0]!.message)
  else if (amount === 0) cells.report('price', 'Write a price of more than $0, or none')
  else return toCents(amount)
  return null
}

/** Cases belong to a size, whatever its list: a difference is said, and not imported with a price. */
function comparePack(cells: Cells<Key>, { title, pack }: SoldSize, notes: string[]): void {
  const typed = cells.given('pack')
  if (typed === null) return
  const pieces = cellNumber(typed.replace(/(pcs?|pieces?|per case|\/ ?case|bags?)\.?$/i, '').trim())
  if (!Number.isInteger(pieces) || pieces < 1) cells.report('pack', 'Write the pieces of a case, such as 6')
  else if (pieces !== (pack ?? 1))
    notes.push(
      `${title} is sold ${pack === null ? 'by the piece' : `in cases of ${pack}`} here, and in cases of ${pieces} in the file. Change it in the product`,
    )
}

/** Prices of a list that are compared. More do not fit into one. */
const MOST = 4000

/** Adds a further row of the same list. The first row counts for what it says about the whole list. */
function merge(list: PriceList, { data, row }: PriceList, cells: Cells<Key>): void {
  const { facts, prices } = list.data
  for (const [name, value] of Object.entries(data.facts)) {
    const before = facts[name as keyof ListFacts]
    if (before === undefined) Object.assign(facts, { [name]: value })
    else if (JSON.stringify(before) !== JSON.stringify(value))
      list.data.notes.push(
        `Row ${row} says something else about the whole list than a row before it, which counts`,
      )
  }
  list.data.notes.push(...data.notes)
  for (const price of data.prices) {
    const same = prices.find(({ size, from }) => size === price.size && from === price.from)
    if (!same && prices.length < MOST) prices.push(price)
    else if (!same) cells.report('price', 'There are too many prices in this list')
    else if (same.cents !== price.cents || same.until !== price.until)
      cells.report(
        'price',
        `Row ${same.row} has another price of this size${price.from ? ` from ${formatDate(price.from, 'day')}` : ''}`,
      )
  }
}
