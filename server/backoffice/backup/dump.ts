/** Starts the thread `snapshot.ts`, which writes each table to a file. All files show the same moment. */
import { Worker } from 'node:worker_threads'

/** The source of the rows: the file of an SQLite database, or the URL of a PostgreSQL database. */
export type RowSource = { file: string } | { url: string }

export type DumpWork = { source: RowSource; tables: readonly string[]; folder: string }

/** `<folder>/<table>.jsonl` with one row per line. */
export type TableFile = { table: string; rows: number; bytes: number }
/** `migration` is the last applied one; null if there is none. */
export type Dump = { migration: string | null; tables: TableFile[] }

export type Dumped = { dump: Dump } | { failed: { message: string; code: unknown; errcode: unknown } }

/** Writes the tables that exist. Throws the error of the database or the disk. */
export function dump(work: DumpWork): Promise<Dump> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./snapshot.ts', import.meta.url), {
      name: 'backup',
      workerData: work,
      execArgv: [],
      // Rows are garbage as soon as they are written. With the default size, 48 MB of them would accumulate.
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    })
    thread.once('message', (outcome: Dumped) => {
      if ('dump' in outcome) return resolve(outcome.dump)
      const { message, ...codes } = outcome.failed
      reject(Object.assign(new Error(message), codes))
    })
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`The thread of the backup ended with ${code}`)))
  })
}
