/** The tables as they are at one moment, each written to a file, by the thread `snapshot.ts`. */
import { Worker } from 'node:worker_threads'

/** Where the rows are: the file of an SQLite database, or the address of a PostgreSQL one. */
export type RowSource = { file: string } | { url: string }

export type DumpWork = { source: RowSource; tables: readonly string[]; folder: string }

/** `<folder>/<table>.jsonl`: a row per line. */
export type TableFile = { table: string; rows: number; bytes: number }
/** `migration` is the last one that was applied; null when there is none. */
export type Dump = { migration: string | null; tables: TableFile[] }

export type Dumped = { dump: Dump } | { failed: { message: string; code: unknown; errcode: unknown } }

/** Writes those of the tables that are there. Throws what the database or the disk said. */
export function dump(work: DumpWork): Promise<Dump> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./snapshot.ts', import.meta.url), {
      name: 'backup',
      workerData: work,
      execArgv: [],
      // Rows are dropped as soon as they are written: the default would let 48 MB of them lie.
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
