/** Stops the process on a signal, after all accepted requests are answered. decisions/030-several-instances.md */
import type { FastifyInstance } from 'fastify'
import { SECOND } from '../time/clock.ts'
import type { Connections } from './connections.ts'

type Running = {
  built: { app: FastifyInstance; drain: () => void; finish: Connections['finish'] }
  /** Milliseconds for which new connections are accepted after the first signal. */
  acceptFor: number
  /** Closed in this order after all requests are answered. */
  close: (() => Promise<unknown>)[]
  onFailure: (what: string, error: Error) => never
}

/** Milliseconds between two signals that count as two: a terminal and npm send the same one twice at once. */
const SAME_SIGNAL = SECOND / 2
/** Time limit for jobs and outside services to end. */
const LONGEST_CLOSE = 30 * SECOND

/** On SIGTERM the shop answers all requests and exits with 0; on SIGINT it stops accepting connections immediately. */
export function stopOnSignals(running: Running): void {
  const hurry = new AbortController()
  let first: number | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    if (first === null) {
      first = performance.now()
      const acceptFor = signal === 'SIGINT' ? 0 : running.acceptFor
      stop({ ...running, acceptFor }, hurry.signal).then(
        () => process.exit(0),
        (error: Error) => running.onFailure('Stopping failed', error),
      )
    } else if (performance.now() - first > SAME_SIGNAL) hurry.abort()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

async function stop({ built, acceptFor, close, onFailure }: Running, hurry: AbortSignal): Promise<void> {
  // A load balancer sees /readyz fail and stops sending requests before the port is closed.
  built.drain()
  const cut = await built.finish({ acceptFor, hurry })
  if (cut > 0) built.app.log.warn({ connections: cut }, 'connections were cut because they took too long')
  const late = () => onFailure('Stopping failed', new Error('Jobs or outside services did not end in time'))
  setTimeout(late, LONGEST_CLOSE).unref()
  await built.app.close()
  for (const end of close) await end()
}
