/** Reads a log in a thread of its own: a file of 5 MB takes half a second, and one that was made to be slow takes longer. */
import { Worker } from 'node:worker_threads'
import { badRequest } from '#server/kernel/errors.ts'
import type { RoastLog } from './artisan.ts'

/** Milliseconds. */
const TIMEOUT = 20_000

export type LogOutcome = { log: RoastLog } | { refused: string } | { failed: string }

/** Reads the log in a file. Throws 400 with the reason if it is not a log of Artisan, or takes too much time or memory. */
export function readLogFile(path: string): Promise<RoastLog> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./log-thread.ts', import.meta.url), {
      name: 'roast log',
      workerData: path,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    const timer = setTimeout(() => {
      reject(badRequest(TOO_MUCH))
      void thread.terminate()
    }, TIMEOUT)
    thread.once('message', (outcome: LogOutcome) => {
      if ('log' in outcome) resolve(outcome.log)
      else reject('refused' in outcome ? badRequest(outcome.refused) : new Error(outcome.failed))
    })
    thread.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? badRequest(TOO_MUCH) : error),
    )
    thread.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The thread that reads a roast log ended with ${code}`))
    })
  })
}

const TOO_MUCH = 'This log takes too long to read. Choose the log of one roast'
