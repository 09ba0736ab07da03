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

/** The records of a journal with all their changes; none if there is no file. */
export function readJournal<Record extends { id: string }>(file: string): Iterable<Record> {
  const found = new Map<string, Record>()
  if (!existsSync(file)) return []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const fields = parseLine(line) as Record | null
    if (fields) found.set(fields.id, { ...found.get(fields.id), ...fields })
  }
  return found.values()
}

/** Null if a kill has truncated the line. No response was sent for such a line. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return null
  }
}

/** Writes the records into a new file, and opens it for further lines. */
export function openJournal<Record extends { id: string }>(file: string, records: Record[]) {
  const fresh = `${file}.new`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(fresh, records.map((record) => `${JSON.stringify(record)}\n`).join(''), { mode: 0o600 })
  renameSync(fresh, file)
  const handle = openSync(file, 'a', 0o600)
  return {
    write: (fields: Partial<Record>) => void writeSync(handle, `${JSON.stringify(fields)}\n`),
    close: () => closeSync(handle),
  }
}
