/** Stops the process when it is told to: everything that was let in is answered first. Decision 030. */
import type { FastifyInstance } from 'fastify'
import { SECOND } from '../time/clock.ts'
import type { Connections } from './connections.ts'

type Running = {
  built: { app: FastifyInstance; drain: () => void; finish: Connections['finish'] }
  /** Milliseconds for which new connections are taken after the first signal. */
  acceptFor: number
  /** What is closed when nothing is being answered any more, in this order. */
  close: (() => Promise<unknown>)[]
  onFailure: (what: string, error: Error) => never
}

/** Milliseconds between two signals that are meant as two: a terminal and npm send the same one twice at once. */
const SAME_SIGNAL = SECOND / 2
/** For jobs and outside services to end. */
const LONGEST_CLOSE = 30 * SECOND

/** On SIGTERM the shop lets everybody finish and exits with 0; on SIGINT it takes no new connections while it does. */
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
  // A balancer in front sees /readyz fail and stops sending before we stop listening.
  built.drain()
  const cut = await built.finish({ acceptFor, hurry })
  if (cut > 0) built.app.log.warn({ connections: cut }, 'connections were cut, since they lasted too long')
  const late = () => onFailure('Stopping failed', new Error('Jobs or outside services did not end in time'))
  setTimeout(late, LONGEST_CLOSE).unref()
  await built.app.close()
  for (const end of close) await end()
}
