/** The targets of the pages on a phone, and the table of results. */
import type { Sight } from './measure.ts'

export type Row = { path: string; sight: Sight }

type Target = {
  name: string
  of: keyof Omit<Sight, 'faults'>
  kept: (value: number, path: string) => boolean
  shown: (value: number) => string
  promise: string
}

const kb = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`
const score = (value: number) => String(value)

const TARGETS: Target[] = [
  { name: 'performance', of: 'performance', kept: (value) => value >= 95, shown: score, promise: '>= 95' },
  {
    name: 'LCP',
    of: 'lcp',
    kept: (ms) => ms <= 2000,
    shown: (ms) => `${(ms / 1000).toFixed(2)} s`,
    promise: '<= 2.00 s',
  },
  {
    name: 'CLS',
    of: 'cls',
    kept: (value) => value < 0.0005,
    shown: (value) => value.toFixed(3),
    promise: '0',
  },
  {
    name: 'TBT',
    of: 'tbt',
    kept: (ms) => ms <= 100,
    shown: (ms) => `${ms.toFixed(0)} ms`,
    promise: '<= 100 ms',
  },
  {
    name: 'accessibility',
    of: 'accessibility',
    kept: (value) => value === 100,
    shown: score,
    promise: '100',
  },
  {
    name: 'best practices',
    of: 'bestPractices',
    kept: (value) => value === 100,
    shown: score,
    promise: '100',
  },
  { name: 'SEO', of: 'seo', kept: (value) => value === 100, shown: score, promise: '100' },
  { name: 'JS, gzip', of: 'scripts', kept: (bytes) => bytes <= 150 * 1024, shown: kb, promise: '<= 150 KB' },
  {
    name: 'all bytes',
    of: 'total',
    kept: (bytes, path) => path !== '/' || bytes < 600 * 1024,
    shown: kb,
    promise: '/ < 600 KB',
  },
]

/** The names of the targets that a page misses. */
export function misses({ path, sight }: Row): string[] {
  return TARGETS.filter(({ of, kept }) => !kept(sight[of], path)).map(({ name }) => name)
}

/** The measurement that misses the fewest targets, and of those the fastest. */
export function bestOf(looks: Row[]): Row {
  return looks.toSorted(
    (a, b) =>
      misses(a).length - misses(b).length ||
      b.sight.performance - a.sight.performance ||
      a.sight.tbt - b.sight.tbt,
  )[0]!
}

/** A line per page below the targets. Missed targets are marked; failed audits are listed below the table. */
export function toTable(rows: Row[]): string {
  const lines = [
    ['', ...TARGETS.map(({ name }) => name)],
    ['promised', ...TARGETS.map(({ promise }) => promise)],
    ...rows.map(({ path, sight }) => [
      path,
      ...TARGETS.map(({ of, kept, shown }) => `${kept(sight[of], path) ? '' : '! '}${shown(sight[of])}`),
    ]),
  ]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const table = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
  const faults = rows.flatMap(({ path, sight }) => sight.faults.map((fault) => `${path}: ${fault}`))
  return [...table, ...(faults.length > 0 ? ['', ...faults] : [])].map((line) => `  ${line}\n`).join('')
}
