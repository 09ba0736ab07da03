/**
 * Journals of JSON lines. Each line has the changed fields of one record. A line is written before the response is sent,
 * so that nothing is lost if the shop is killed. The file is not flushed with fsync, because only a power failure could
 * lose a line.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { parseJson } from './server.ts'

/** The records of a journal with all their changes; none if there is no file. */
export function readJournal<Record extends { id: string }>(file: string | null): Iterable<Record> {
  const found = new Map<string, Record>()
  if (file === null || !existsSync(file)) return []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    // A kill may have truncated the last line. No response was sent for it.
    const fields = parseJson(line) as Record | undefined
    if (fields) found.set(fields.id, { ...found.get(fields.id), ...fields })
  }
  return found.values()
}

/** Writes the records into a new file, and opens it for further lines. Stores nothing without a file. */
export function openJournal<Record extends { id: string }>(file: string | null, records: Iterable<Record>) {
  if (file === null) return { write: (_fields: Partial<Record>) => {}, close: () => {} }
  const fresh = `${file}.new`
  mkdirSync(dirname(file), { recursive: true })
  const lines = Array.from(records, (record) => `${JSON.stringify(record)}\n`)
  writeFileSync(fresh, lines.join(''), { mode: 0o600 })
  renameSync(fresh, file)
  const handle = openSync(file, 'a', 0o600)
  return {
    write: (fields: Partial<Record>) => void writeSync(handle, `${JSON.stringify(fields)}\n`),
    close: () => closeSync(handle),
  }
}
