/** The measured values, in the order of the table: their targets, and the known reason if a target is missed. */
import type { Row, Target } from './table.ts'

const bare = 'the headers of a real answer (policy, ETag and the like), each of which Node checks and writes'
const garbage = 'garbage that V8 has not yet found worth collecting'

export const ROWS = {
  page: { name: 'cached page', unit: '/s', target: ratio('at least', 0.9), obstacle: bare },
  list: { name: 'product list', unit: '/s', target: ratio('at least', 0.5), obstacle: bare },
  detail: { name: 'product detail', unit: '/s', target: ratio('at least', 0.5), obstacle: bare },
  search: { name: 'search', unit: '/s' },
  newSearch: { name: 'search, new words', unit: '/s' },
  newPage: { name: 'page rendered anew', unit: '/s' },
  orders: {
    name: 'orders placed',
    unit: '/s',
    target: ratio('at least', 3),
    obstacle:
      'the processor: one thread reads, checks and answers every order, and this disk flushes faster than it can',
  },
  purchases: {
    name: 'whole purchases',
    unit: '/s',
    target: figure('at least', 200),
    obstacle: 'the processor: one thread is both the shop and its PayPal, in seven requests a purchase',
  },
  p99: {
    name: 'page p99 while ordering',
    unit: 'ms',
    target: ratio('at most', 2),
    obstacle:
      'the processors: shop, database, buyers and this probe share them, and a page waits for its turn',
  },
  pace: { name: '  at orders placed', unit: '/s' },
  nodeStart: { name: 'first 200 after `node`', unit: 's' },
  npmStart: {
    name: 'first 200 after `npm run serve`',
    unit: 's',
    target: figure('at most', 1.5),
    obstacle: 'loading some hundreds of files, and npm itself',
  },
  started: { name: 'memory after start', unit: 'MB', target: figure('at most', 150), obstacle: garbage },
  loaded: { name: 'memory after load', unit: 'MB', target: figure('at most', 250), obstacle: garbage },
} satisfies Record<string, Pick<Row, 'name' | 'unit' | 'target' | 'obstacle'>>

export type RowName = keyof typeof ROWS

function ratio(limit: Target['limit'], value: number): Target {
  return { of: 'ratio', limit, value }
}

function figure(limit: Target['limit'], value: number): Target {
  return { of: 'figure', limit, value }
}

type Beside = { name: string; unit: Row['unit']; figure: number }

/** Collects the values of a run, one per round in each row. */
export class Figures {
  readonly #rows = new Map<RowName, Row>()

  /** @param beside the value to compare with, measured in the same round */
  add(name: RowName, value: number, beside?: Beside): void {
    const row: Row = this.#rows.get(name) ?? { ...ROWS[name], figures: [] }
    this.#rows.set(name, row)
    row.figures.push(value)
    if (!beside) return
    row.beside ??= { name: beside.name, unit: beside.unit, figures: [] }
    row.beside.figures.push(beside.figure)
  }

  /** The rows that have values, for the table. */
  get rows(): Row[] {
    return (Object.keys(ROWS) as RowName[]).flatMap((name) => this.#rows.get(name) ?? [])
  }
}
