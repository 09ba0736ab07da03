/** The thread that reads a roast log (read-log.ts). */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#server/kernel/errors.ts'
import { readLog } from './artisan.ts'
import type { LogOutcome } from './read-log.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads, not a window
parentPort?.postMessage(await outcomeOf(workerData as string))

async function outcomeOf(path: string): Promise<LogOutcome> {
  try {
    return { log: readLog(await readFile(path)) }
  } catch (error) {
    const { message } = error as Error
    return error instanceof Refusal ? { refused: message } : { failed: message }
  }
}
