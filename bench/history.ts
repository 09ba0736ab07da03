/** Adds each run to `history.jsonl`, so that a slower version is noticed. The file is committed with the change. */
import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { median, ratioOf, type Row } from './table.ts'

const FILE = join(import.meta.dirname, 'history.jsonl')

/** Appends one line: date, commit, machine, and for each row its median and its ratio to the reference. */
export function addToHistory(rows: Row[], isQuick: boolean): void {
  const line = {
    date: new Date().toISOString().slice(0, 16),
    commit: commit(),
    machine: `${availableParallelism()} x ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`,
    load: Number(loadavg()[0]!.toFixed(1)),
    isQuick,
    rows: Object.fromEntries(
      rows.map((row) => [row.name.trim(), [rounded(median(row.figures)), ratio(row)]]),
    ),
  }
  appendFileSync(FILE, `${JSON.stringify(line)}\n`)
}

function ratio(row: Row): number | null {
  const found = ratioOf(row)
  return found === null ? null : rounded(found)
}

function rounded(value: number): number {
  return Number(value.toPrecision(3))
}

/** The commit, with a plus sign if files have changed since; empty outside of a repository. */
function commit(): string {
  try {
    const isChanged =
      git('status', '--porcelain', '--untracked-files=no', '--', '..', ':!history.jsonl') !== ''
    return `${git('rev-parse', '--short', 'HEAD').trim()}${isChanged ? '+' : ''}`
  } catch {
    return ''
  }
}

function git(...words: string[]): string {
  return execFileSync('git', words, {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}
