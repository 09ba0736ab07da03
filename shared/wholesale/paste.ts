/**
 * Reads pasted lines, such as '10 house 5lb' or a row of a spreadsheet with a SKU and a number, as lines of an order. Each line
 * is read or named: none is left out silently.
 */

/** What can be ordered: a size of a product. */
export type Orderable = { sizeId: string; name: string; size: string; sku: string; pack: number | null }

/** A line of the text. `problem` is empty if it was understood. */
export type PastedLine = { text: string; qty: number; sizeId: string; title: string; problem: string }

/** More than any cafe orders. */
export const MAX_PASTED = 20_000
const MAX_QTY = 2000

/** Words that say nothing about the coffee. */
const FILLERS = new Set([
  'x',
  'of',
  'bag',
  'bags',
  'pc',
  'pcs',
  'piece',
  'pieces',
  'case',
  'cases',
  'qty',
  'the',
  'please',
])

export function readPasted(text: string, rows: readonly Orderable[]): PastedLine[] {
  const listed = rows.map((row) => ({ row, words: wordsOf(`${row.name} ${row.size}`) }))
  return text
    .slice(0, MAX_PASTED)
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => readLine(line, listed))
}

type Listed = { row: Orderable; words: string[] }

function readLine(text: string, listed: readonly Listed[]): PastedLine {
  const cells = text.split(/[\t,;]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  const sku = listed.find(({ row }) => row.sku !== '' && cells.some((cell) => isSame(cell, row.sku)))
  const rest = sku ? cells.filter((cell) => !isSame(cell, sku.row.sku)) : cells
  const { qty, words } = quantityIn(wordsOf(rest.join(' ')))
  const found = sku ? [sku] : words.length === 0 ? [] : listed.filter((each) => fits(words, each.words))
  const line = { text, qty: qty ?? 0, sizeId: '', title: '' }
  if (found.length === 0) return { ...line, problem: 'Not in your list' }
  if (found.length > 1) {
    const titles = found.slice(0, 3).map(({ row }) => titleOf(row))
    return { ...line, problem: `Which one: ${titles.join(', or ')}${found.length > 3 ? ', …' : ''}?` }
  }
  if (qty === null) return { ...line, problem: 'How many? Write the number first' }
  if (qty < 1 || qty > MAX_QTY) return { ...line, problem: `From 1 to ${MAX_QTY} pieces` }
  const { row } = found[0]!
  const problem = row.pack !== null && qty % row.pack !== 0 ? `Comes in cases of ${row.pack}` : ''
  return { text, qty, sizeId: row.sizeId, title: titleOf(row), problem }
}

export function titleOf({ name, size }: Pick<Orderable, 'name' | 'size'>): string {
  return [name, size].filter(Boolean).join(', ')
}

/** Lowercase words; a number and its unit are one word: '5 LB' and '5lb' are '5lb'. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(
      /(\d)\s*(lbs?|pounds?|oz|ounces?|kg|g)\b/g,
      (_, number: string, unit: string) => `${number}${UNITS[unit] ?? unit}`,
    )
    .replaceAll(/(^|\s)(\d+)\s*[x×](?=\s|$)/g, '$1$2 x')
    .replaceAll(/(^|\s)[x×]\s*(\d+)(?=\s|$)/g, '$1x $2')
    .split(/[^a-z0-9.]+/)
    .filter((word) => word !== '' && word !== '.')
}

const UNITS: Readonly<Record<string, string>> = {
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  ounce: 'oz',
  ounces: 'oz',
}

const isNumber = (word: string) => /^\d{1,6}$/.test(word)

/** The number that stands alone: the first one, or the last one if the text does not begin with it. */
function quantityIn(words: readonly string[]): { qty: number | null; words: string[] } {
  const at = isNumber(words[0] ?? '') ? 0 : words.findLastIndex(isNumber)
  return {
    qty: at === -1 ? null : Number(words[at]),
    words: words.filter((word, index) => index !== at && !FILLERS.has(word)),
  }
}

/** Whether each word begins a word of the row. A size must be the same: '2lb' is not '2lbs of 12lb'. */
function fits(words: readonly string[], own: readonly string[]): boolean {
  return words.every((word) => own.some((each) => (/^\d/.test(word) ? each === word : each.startsWith(word))))
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
