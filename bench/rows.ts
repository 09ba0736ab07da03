/** The measured values in the order of the table, with their targets and the known reason for a missed target. */
import type { Row, Target } from './table.ts'

const oneThread =
  'the processor: one thread handles every order, and the buyers run on the same two processors'
const profiled = 'decisions/041 has the profile: garbage collection, then many small parts'
const code = 'two thirds are the program of Node itself and the code that the shop loads (decisions/041)'
const garbage = 'V8 collects garbage later if memory is free'
const around = 'decisions/041 has the parts: compression, the data of the page, garbage, then React Router'
/** CPU time for a page that is not cached, compared with the part of it that `renderToString` takes. */
const UNCACHED = { unit: 'ms', target: ratio('at most', 3), reason: around } as const

export const ROWS = {
  page: { name: 'cached page', unit: '/s', target: ratio('at least', 0.9) },
  pageNaked: { name: '  page, fewer headers', unit: '/s', target: ratio('at least', 0.8) },
  list: { name: 'product list', unit: '/s', target: ratio('at least', 0.9) },
  listNaked: { name: '  list, fewer headers', unit: '/s', target: ratio('at least', 0.8) },
  detail: { name: 'product detail', unit: '/s', target: ratio('at least', 0.9) },
  detailNaked: { name: '  detail, fewer headers', unit: '/s', target: ratio('at least', 0.8) },
  search: { name: 'search', unit: '/s' },
  newSearch: { name: 'search, new words', unit: '/s' },
  newHome: { name: 'uncached: home', ...UNCACHED },
  newShop: { name: 'uncached: shop list', ...UNCACHED },
  newProduct: { name: 'uncached: product', ...UNCACHED },
  newFound: { name: 'uncached: search', ...UNCACHED },
  newAbout: { name: 'uncached: about', ...UNCACHED },
  newGallery: { name: 'uncached: gallery', ...UNCACHED },
  newMenu: { name: 'uncached: menu', ...UNCACHED },
  newArtshow: { name: 'uncached: artshow', ...UNCACHED },
  newMusic: { name: 'uncached: music', ...UNCACHED },
  orders: { name: 'orders placed', unit: '/s', target: ratio('at least', 0.3), reason: oneThread },
  p99: {
    name: 'page p99 while ordering',
    unit: 'ms',
    target: ratio('at most', 8),
    reason: 'the processors: shop, database, buyers and this probe share them, so requests wait in a queue',
  },
  pace: { name: '  at orders placed', unit: '/s' },
  purchases: { name: 'whole purchases, SQLite', unit: '/s' },
  cpuOfPurchase: {
    name: '  CPU of the shop for one',
    unit: 'ms',
    target: ratio('at most', 4),
    reason: profiled,
  },
  purchasesOnPostgres: { name: 'whole purchases, PostgreSQL', unit: '/s' },
  cpuOfPurchaseOnPostgres: {
    name: '  CPU of the shop for one ',
    unit: 'ms',
    target: ratio('at most', 3.5),
    reason: profiled,
  },
  nodeStart: { name: 'first 200 after `node`', unit: 's' },
  npmStart: {
    name: 'first 200 after `npm run serve`',
    unit: 's',
    target: figure('at most', 1.5),
    reason: 'loading several hundred files, and npm itself',
  },
  started: { name: 'memory after start', unit: 'MB', target: figure('at most', 190), reason: code },
  loaded: { name: 'memory after load', unit: 'MB', target: figure('at most', 345), reason: garbage },
} satisfies Record<string, Pick<Row, 'name' | 'unit' | 'target' | 'reason'>>

export type RowName = keyof typeof ROWS

function ratio(limit: Target['limit'], value: number): Target {
  return { of: 'ratio', limit, value }
}

function figure(limit: Target['limit'], value: number): Target {
  return { of: 'figure', limit, value }
}

type Reference = { name: string; unit: Row['unit']; figure: number }

/** Collects the values of a run. Each row gets one value per round. */
export class Figures {
  readonly #rows = new Map<RowName, Row>()

  /** @param reference the value to compare with, measured in the same round */
  add(name: RowName, value: number, reference?: Reference): void {
    const row: Row = this.#rows.get(name) ?? { ...ROWS[name], figures: [] }
    this.#rows.set(name, row)
    row.figures.push(value)
    if (!reference) return
    row.reference ??= { name: reference.name, unit: reference.unit, figures: [] }
    row.reference.figures.push(reference.figure)
  }

  /** The rows that have values, for the table. */
  get rows(): Row[] {
    return (Object.keys(ROWS) as RowName[]).flatMap((name) => this.#rows.get(name) ?? [])
  }
}
