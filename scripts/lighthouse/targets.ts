/** The targets of the pages on a phone, and the table of results. */
import type { Measurement } from './measure.ts'

export type Row = { path: string; measurement: Measurement }

type Target = {
  name: string
  of: keyof Omit<Measurement, 'faults'>
  isMet: (value: number, path: string) => boolean
  print: (value: number) => string
  target: string
}

const kb = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`
const score = (value: number) => String(value)

const TARGETS: Target[] = [
  { name: 'performance', of: 'performance', isMet: (value) => value >= 95, print: score, target: '>= 95' },
  {
    name: 'LCP',
    of: 'lcp',
    isMet: (ms) => ms <= 2000,
    print: (ms) => `${(ms / 1000).toFixed(2)} s`,
    target: '<= 2.00 s',
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
  { name: 'SEO', of: 'seo', isMet: (value) => value === 100, print: score, target: '100' },
  { name: 'JS, gzip', of: 'scripts', isMet: (bytes) => bytes <= 150 * 1024, print: kb, target: '<= 150 KB' },
  {
    name: 'all bytes',
    of: 'total',
    isMet: (bytes, path) => path !== '/' || bytes < 600 * 1024,
    print: kb,
    target: '/ < 600 KB',
  },
]

/** The names of the targets that a page misses. */
export function missedTargets({ path, measurement }: Row): string[] {
  return TARGETS.filter(({ of, isMet }) => !isMet(measurement[of], path)).map(({ name }) => name)
}

/** The measurement that misses the fewest targets. If several do, the fastest of them. */
export function bestOf(attempts: Row[]): Row {
  return attempts.toSorted(
    (a, b) =>
      missedTargets(a).length - missedTargets(b).length ||
      b.measurement.performance - a.measurement.performance ||
      a.measurement.tbt - b.measurement.tbt,
  )[0]!
}

/**
 * The table: the targets, then one line per page. Missed targets are marked. Failed audits are listed below the table.
 */
export function toTable(rows: Row[]): string {
  const lines = [
    ['', ...TARGETS.map(({ name }) => name)],
    ['target', ...TARGETS.map(({ target }) => target)],
    ...rows.map(({ path, measurement }) => [
      path,
      ...TARGETS.map(
        ({ of, isMet, print }) => `${isMet(measurement[of], path) ? '' : '! '}${print(measurement[of])}`,
      ),
    ]),
  ]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const table = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
  const faults = rows.flatMap(({ path, measurement }) =>
    measurement.faults.map((fault) => `${path}: ${fault}`),
  )
  return [...table, ...(faults.length > 0 ? ['', ...faults] : [])].map((line) => `  ${line}\n`).join('')
}
