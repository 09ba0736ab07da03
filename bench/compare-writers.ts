/**
 * Measures `while-ordering.ts` for the shop as it is, without the limiter of requests, and with Kysely's own SQLite
 * dialect, one after the other, and prints a table for decision 003: `node bench/compare-writers.ts [rounds]
 * [seconds]`. Each cell has the figure of each round. With `LD_PRELOAD` as in the decision, the commits are slower.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PROGRAM = join(import.meta.dirname, 'while-ordering.ts')
const VARIANTS: { name: string; imports: string[] }[] = [
  { name: 'thread and limiter', imports: [] },
  { name: 'thread, no limiter', imports: ['no-limiter.ts'] },
  { name: 'Kysely’s own dialect and limiter', imports: ['plain-sqlite.ts'] },
  { name: 'Kysely’s own dialect, no limiter', imports: ['plain-sqlite.ts', 'no-limiter.ts'] },
]

type Figures = Record<string, number>

async function measure(imports: string[], seconds: string): Promise<Figures> {
  const flags = imports.map((file) => `--import=${join(import.meta.dirname, file)}`)
  const options = [process.env['NODE_OPTIONS'], ...flags].join(' ').trim()
  // The modules that are replaced are those of the sources.
  const env = { ...process.env, NODE_OPTIONS: options, RUN_SOURCES: '1' }
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, seconds], { env })
  return JSON.parse(stdout) as Figures
}

function tableOf(found: Map<string, Figures[]>): string {
  const columns = [...new Set([...found.values()].flat().flatMap((figures) => Object.keys(figures)))]
  const lines = [
    ['', ...columns],
    columns.map(() => '-').concat('-'),
    ...[...found].map(([name, rounds]) => [
      name,
      ...columns.map((column) => rounds.map((figures) => figures[column] ?? '-').join(', ')),
    ]),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

const [rounds = '3', seconds = '4'] = process.argv.slice(2)
const found = new Map(VARIANTS.map(({ name }) => [name, [] as Figures[]]))
for (let round = 0; round < Number(rounds); round++)
  for (const { name, imports } of VARIANTS) found.get(name)!.push(await measure(imports, seconds))
process.stdout.write(tableOf(found))
