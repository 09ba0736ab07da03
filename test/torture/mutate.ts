/**
 * Mutants: the shop with one check or lock removed, to prove that the race for it detects the removal. Each mutant edits
 * the source text while it is loaded; the files are not changed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { MUTANTS } from './mutants.ts'
import type { Database } from './table.ts'

export type Mutant = {
  name: string
  /** The race that must detect the mutant. */
  race: string
  file: string
  edits: { find: string; replace: string }[]
  /** The only database on which it is detected; a comment gives the reason. By default both detect it, SQLite faster. */
  caughtOn?: Database
}

const ROOT = join(import.meta.dirname, '../..')

/** The mutants of `npm test`: one for stock, one for money, and one for row locks. */
const FEW = new Set([
  'stock is read first and written later',
  'a capture begins in any state',
  'admins are counted without a lock',
])

/**
 * Selects mutants and the database on which each must be detected.
 * @param where `few`: a few mutants, each on the database that detects it fastest; otherwise all on this database
 * @param only prefix of the races; empty for all
 */
export function mutantsOn(where: 'few' | Database, only = ''): { mutant: Mutant; database: Database }[] {
  return MUTANTS.filter(({ race }) => race.startsWith(only))
    .filter(({ name }) => where !== 'few' || FEW.has(name))
    .map((mutant) => ({ mutant, database: where === 'few' ? (mutant.caughtOn ?? 'sqlite') : where }))
    .filter(({ mutant, database }) => database === (mutant.caughtOn ?? database))
}

/** Returns the source with the mutant's edits. Throws if a text to be replaced does not occur exactly once. */
export function mutated({ name, file, edits }: Mutant, source: string): string {
  return edits.reduce((text, { find, replace }) => {
    const parts = text.split(find)
    if (parts.length === 2) return parts.join(replace)
    throw new Error(
      `The mutant “${name}” is outdated: ${file} has this text ${parts.length - 1} times instead of once:\n${find}`,
    )
  }, source)
}

/** Throws if a mutant does not match its file. */
export function checkMutants(mutants: readonly Mutant[]): void {
  for (const mutant of mutants) mutated(mutant, readFileSync(join(ROOT, mutant.file), 'utf8'))
}

/** A Vite plugin that loads the mutant instead of its file. */
export function mutate(mutant: Mutant): Plugin {
  const file = join(ROOT, mutant.file)
  return {
    name: `mutant: ${mutant.name}`,
    enforce: 'pre',
    transform: (source, id) =>
      id.split('?')[0] === file ? { code: mutated(mutant, source), map: null } : null,
  }
}
