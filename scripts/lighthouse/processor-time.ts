/** The blocking time of a page in processor time, which other load on the machine hardly changes. */

type TraceEvent = {
  name: string
  pid: number
  tid: number
  /** Microseconds. */
  ts: number
  /** Microseconds of processor time. */
  tdur?: number
  args: { name?: string; data?: { documentLoaderURL?: string } }
}

/**
 * A task that takes more milliseconds than this delays input noticeably. Lighthouse's total blocking time counts the
 * time above it.
 */
const SHORT_TASK = 50

/**
 * Like Lighthouse's total blocking time, but with the processor time of each task instead of its duration: the time in
 * which the task waited for the processor is not counted.
 * @param slowdown how many times slower the phone is than this machine
 * @returns milliseconds on the phone
 */
export function blockingTime(trace: { traceEvents: TraceEvent[] }, url: string, slowdown: number): number {
  const { traceEvents: events } = trace
  const start = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL?.startsWith(url),
  )
  const isOfPage = ({ pid, ts }: TraceEvent) => pid === start?.pid && ts > start.ts
  const thread = events.find(
    ({ name, pid, args }) => name === 'thread_name' && pid === start?.pid && args.name === 'CrRendererMain',
  )
  const painted = events.find((event) => event.name === 'firstContentfulPaint' && isOfPage(event))
  if (!start || !thread || !painted) return Number.NaN
  return events
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === start.pid && tid === thread.tid)
    .filter(({ ts }) => ts > painted.ts)
    .map(({ tdur = 0 }) => (tdur / 1000) * slowdown - SHORT_TASK)
    .reduce((sum, blocked) => sum + Math.max(0, blocked), 0)
}
