/** The journal of sold labels: one JSON line per change. It is not lost if the shop is killed. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Journal<T> = { read(): T[]; write(entry: T): void }

/**
 * The journal in `file`. If `file` is null, nothing is stored. The last line of an id is the valid line. A line is
 * written before the response is sent.
 */
export function openJournal<T extends { id: string }>(file: string | null): Journal<T> {
  if (file === null) return { read: () => [], write: () => {} }
  mkdirSync(dirname(file), { recursive: true })
  const last = new Map<string, T>()
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  for (const line of text.split('\n')) {
    const entry = parse(line) as T | null
    if (entry) last.set(entry.id, entry)
  }
  writeFileSync(file, [...last.values()].map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return {
    read: () => [...last.values()],
    write: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`),
  }
}

/** Null if a kill has truncated the line. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return null
  }
}
