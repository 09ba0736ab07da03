/** The steps of a run that wait for a connection, and the run as it will be when they are done. */
import { deliveries, MOST_SECONDS_AGO, type Run, type RunOrder } from '#shared/wholesale/api/deliveries.ts'
import { call, type Input } from '#app/platform/api/call.ts'
import { keptStates } from '#app/platform/offline/kept.ts'
import { heldKeys, secondsSince, type Links, type QueuedStep } from '#app/platform/offline/queue.ts'
import { StepQueue } from '#app/platform/offline/sender.ts'
import type { OfflinePage } from '#app/platform/offline/use-offline-state.ts'

/** What a driver reports from a stop: someone took the goods, or the delivery was missed. */
export type RunStep =
  | { kind: 'handOver'; input: Input<typeof deliveries.handOver> }
  | { kind: 'missed'; input: Input<typeof deliveries.nobody> }

/**
 * The queue of the steps of runs in this browser. The day of a step is the date of the invoice, so each request says how long ago
 * its step was done.
 */
export const runQueue = new StepQueue<RunStep>({
  name: 'van-runs',
  request: ({ step, at, key }) => {
    const seconds = secondsSince({ at }, Date.now(), MOST_SECONDS_AGO)
    const waited = seconds > 0 ? { secondsAgo: seconds } : {}
    const options = { idempotencyKey: key }
    if (step.kind === 'handOver')
      return call(deliveries.handOver, { body: { ...step.input.body, ...waited } }, options)
    return call(deliveries.nobody, { body: { ...step.input.body, ...waited } }, options)
  },
})

export const runId = ({ day, route }: Pick<Run, 'day' | 'route'>) => `${day}/${route}`

export const RUN_PAGE: OfflinePage<Run, RunStep> = {
  queue: runQueue,
  keyOf: (id) => ['deliveries', 'run', id],
  load: (id, signal) => {
    const [day = '', route = ''] = id.split('/')
    return call(deliveries.run, { params: { day, route } }, { signal })
  },
  kept: keptStates<Run>('van-runs', runId),
  apply: withSteps,
}

/** What a step at a stop needs and changes. */
export function linksOf(stopId: string): Links {
  const name = `stop:${stopId}`
  return { uses: [name], makes: [name] }
}

/** The run with all steps that are waiting or sent applied. An order that has an outcome already keeps it. */
export function withSteps(run: Run, steps: readonly QueuedStep<RunStep>[], by: string): Run {
  const held = heldKeys(steps)
  const open = steps.filter(
    ({ key, state, day }) => day === runId(run) && state !== 'refused' && !held.has(key),
  )
  if (open.length === 0) return run
  const outcomeOf = (order: RunOrder): RunOrder =>
    open.reduce((after, queued) => applied(after, queued, by), order)
  return { ...run, stops: run.stops.map((stop) => ({ ...stop, orders: stop.orders.map(outcomeOf) })) }
}

function applied(order: RunOrder, { step, at }: QueuedStep<RunStep>, by: string): RunOrder {
  if (!step.input.body.orders.includes(order._id)) return order
  if (order.outcome !== null && order.outcome !== 'nobody') return order
  if (step.kind !== 'handOver')
    return order.outcome === null
      ? { ...order, outcome: 'nobody', by, at, movedTo: step.input.body.newDay }
      : order
  const { receivedBy, shorts } = step.input.body
  const own = shorts.filter((short) => short.order === order._id)
  return {
    ...order,
    outcome: own.length > 0 ? 'short' : 'delivered',
    receivedBy,
    by,
    at,
    shorts: own.map(({ line, qty, why }) => ({ line, qty, why })),
    movedTo: null,
  }
}
