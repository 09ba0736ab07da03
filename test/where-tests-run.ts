/**
 * Reads from the first lines of a test file where it runs. An HTTP test file runs on SQLite and on PostgreSQL unless its
 * first line says that one is enough and why:
 *
 *   // On SQLite only: connections, the same code on both databases.
 *
 * A slow file has one more line, and then `npm run check` leaves it out:
 *
 *   // Slow, not in `npm run check`: servers in child processes.
 *
 * `npm run torture -- suite` runs every file on both databases.
 */
import { closeSync, globSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Set by the torture campaign `suite`: all test files on both databases, all crash points, all mutants. */
export const EVERYTHING = process.env.EVERY_TEST === '1'

/** Set by `npm run check`. */
const QUICK = process.env.QUICK_CHECK === '1'

export const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
export type DatabaseName = keyof typeof DATABASES

/** All test files of Vitest, with their first lines. */
export const TEST_FILES = globSync('{app,shared,server,sandbox,scripts,test}/**/*.test.{ts,tsx}', {
  cwd: ROOT,
}).map((file) => ({ file, lines: firstLinesOf(join(ROOT, file)) }))

/** The two first lines of a file. Reads no more of it, because Vitest waits for hundreds of them. */
function firstLinesOf(path: string): string[] {
  const bytes = Buffer.alloc(400)
  const file = openSync(path, 'r')
  const length = readSync(file, bytes, 0, bytes.length, 0)
  closeSync(file)
  return bytes.toString('utf8', 0, length).split('\n').slice(0, 2)
}

const startingWith = (beginning: string): string[] =>
  TEST_FILES.filter(({ lines }) => lines.some((line) => line.startsWith(beginning))).map(({ file }) => file)

/** Files that take or wait long. */
export const SLOW_FILES = startingWith('// Slow, not in `npm run check`: ')

/** Files that this run leaves out in every project. */
export const LEFT_OUT = QUICK ? SLOW_FILES : []

/** Files that this run leaves out on this database, because they run on the other one. */
export function onlyOnOther(database: DatabaseName): string[] {
  if (EVERYTHING) return []
  const other = database === 'sqlite' ? 'postgres' : 'sqlite'
  return startingWith(`// On ${DATABASES[other]} only: `)
}
