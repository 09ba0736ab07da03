/** Stops the process on a signal, after all accepted requests are answered. decisions/030-several-instances.md */
import type { FastifyInstance } from 'fastify'
import { SECOND } from '#server/kernel/time/clock.ts'
import type { Connections } from './connections.ts'

type Running = {
  built: { app: FastifyInstance; drain: () => void; finish: Connections['finish'] }
  /** Milliseconds for which new connections are accepted after the first signal. */
  acceptFor: number
  /** Functions that close the rest of the process, called in this order after all requests are answered. */
  close: (() => Promise<unknown>)[]
  onFailure: (what: string, error: Error) => never
}

/** Two signals within this many milliseconds count as one, because a terminal and npm both send the signal at once. */
const SAME_SIGNAL = SECOND / 2
/** Maximum time in milliseconds for jobs and calls to outside services to end. */
const MAX_CLOSE_TIME = 30 * SECOND

/**
 * Installs the signal handlers. On SIGTERM the shop answers all requests and exits with 0; on SIGINT it also stops
 * accepting connections immediately.
 */
export function stopOnSignals(running: Running): void {
  const stopNow = new AbortController()
  let first: number | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    if (first === null) {
      first = performance.now()
      const acceptFor = signal === 'SIGINT' ? 0 : running.acceptFor
      stop({ ...running, acceptFor }, stopNow.signal).then(
        () => process.exit(0),
        (error: Error) => running.onFailure('Stopping failed', error),
      )
    } else if (performance.now() - first > SAME_SIGNAL) stopNow.abort()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

async function stop({ built, acceptFor, close, onFailure }: Running, stopNow: AbortSignal): Promise<void> {
  // A load balancer sees /readyz fail and stops sending requests before the port is closed.
  built.drain()
  const cut = await built.finish({ acceptFor, stopNow })
  if (cut > 0) built.app.log.warn({ connections: cut }, 'connections were cut because they took too long')
  const late = () => onFailure('Stopping failed', new Error('Jobs or outside services did not end in time'))
  setTimeout(late, MAX_CLOSE_TIME).unref()
  await built.app.close()
  for (const end of close) await end()
}
