/** The targets of a first visit on a phone, and the table of results. */
import type { Measurement } from './measure.ts'
import type { PageKind } from './page-kinds.ts'
import type { Tap } from './tap.ts'

export type Row = { kind: PageKind; measurement: Measurement }

type Target = {
  name: string
  of: keyof Omit<Measurement, 'faults'>
  isMet: (value: number, kind: PageKind) => boolean
  print: (value: number) => string
  target: string
}

const kb = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`
const score = (value: number) => String(value)

const TARGETS: Target[] = [
  { name: 'performance', of: 'performance', isMet: (value) => value >= 98, print: score, target: '>= 98' },
  {
    name: 'LCP',
    of: 'lcp',
    isMet: (ms) => ms <= 1200,
    print: (ms) => `${(ms / 1000).toFixed(2)} s`,
    target: '<= 1.20 s',
  },
  {
    name: 'CLS',
    of: 'cls',
    isMet: (value) => value < 0.0005,
    print: (value) => value.toFixed(3),
    target: '0',
  },
  {
    name: 'TBT',
    of: 'tbt',
    isMet: (ms) => ms <= 100,
    print: (ms) => `${ms.toFixed(0)} ms`,
    target: '<= 100 ms',
  },
  {
    name: 'accessibility',
    of: 'accessibility',
    isMet: (value) => value === 100,
    print: score,
    target: '100',
  },
  {
    name: 'best practices',
    of: 'bestPractices',
    isMet: (value) => value === 100,
    print: score,
    target: '100',
  },
  {
    name: 'SEO',
    of: 'seo',
    isMet: (value, { isListed }) => value === 100 || !isListed,
    print: score,
    target: '100',
  },
  { name: 'JS, gzip', of: 'scripts', isMet: (bytes) => bytes <= 115 * 1024, print: kb, target: '<= 115 KB' },
  { name: 'unused JS', of: 'unused', isMet: (bytes) => bytes <= 25 * 1024, print: kb, target: '<= 25 KB' },
  {
    name: 'all bytes',
    of: 'total',
    isMet: (bytes, { path }) => path !== '/' || bytes < 600 * 1024,
    print: kb,
    target: '/ < 600 KB',
  },
]

/** The names of the targets that a page misses. */
export function misses({ kind, measurement }: Row): string[] {
  return TARGETS.filter(({ of, isMet }) => !isMet(measurement[of], kind)).map(({ name }) => name)
}

/** The median of every number of several measurements. Other properties are those of the last one. */
export function medianOf<T extends object>(measurements: T[]): T {
  const last = measurements.at(-1)!
  const medians = Object.entries(last)
    .filter(([, value]) => typeof value === 'number')
    .map(([name]) => [name, median(measurements.map((one) => Number(Reflect.get(one, name))))])
  return { ...last, ...Object.fromEntries(medians) }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

/** Milliseconds from the first paint until a tap on Add to cart is answered. */
const TAP_TARGET = 300

export function isTapSlow({ answered }: Tap): boolean {
  return answered > TAP_TARGET
}

/** The result of the tap, as one line. */
export function tapLine(tap: Tap): string {
  const { answered, added } = tap
  const mark = isTapSlow(tap) ? '! ' : ''
  return `  Add to cart, tapped at the first paint: ${mark}answered after ${answered.toFixed(0)} ms (target <= ${TAP_TARGET} ms), in the cart after ${(added / 1000).toFixed(2)} s\n`
}

/** A line per page below the targets. Missed targets are marked; failed audits are listed below the table. */
export function toTable(rows: Row[]): string {
  const lines = [
    ['', ...TARGETS.map(({ name }) => name)],
    ['target', ...TARGETS.map(({ target }) => target)],
    ...rows.map(({ kind, measurement }) => [
      kind.path,
      ...TARGETS.map(
        ({ of, isMet, print }) => `${isMet(measurement[of], kind) ? '' : '! '}${print(measurement[of])}`,
      ),
    ]),
  ]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const table = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
  const faults = rows.flatMap(({ kind, measurement }) =>
    measurement.faults
      .filter((fault) => kind.isListed || !fault.endsWith('(is-crawlable)'))
      .map((fault) => `${kind.path}: ${fault}`),
  )
  return [...table, ...(faults.length > 0 ? ['', ...faults] : [])].map((line) => `  ${line}\n`).join('')
}
