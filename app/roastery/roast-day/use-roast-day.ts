import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { roastDay, type WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { announce } from '#app/platform/ui/live-region.tsx'
import { withSteps } from './queue/applied.ts'
import { keepDay, lastDay } from './offline.ts'
import { ofUser } from './queue/queue.ts'
import { queue } from './queue/sender.ts'

/** Milliseconds between two loads of the day, because another person may work on it too. */
const REFRESH = 15_000

/** A loaded day, and the keys of the steps that it contains because they were done before it was loaded. */
type Loaded = { day: WholeRoastDay; contains: string[]; loadedAt: string }

/** The query of a day. It starts with the last state in this browser, so that it works without a connection. */
function dayQuery(day: string) {
  return queryOptions<Loaded>({
    queryKey: ['roastery', 'day', day],
    queryFn: async ({ signal }) => {
      const contains = (queue.read().steps ?? [])
        .filter((step) => step.state === 'sent' && step.day === day)
        .map(({ key }) => key)
      const loaded = await call(roastDay.one, { params: { day } }, { signal })
      keepDay(loaded)
      return { day: loaded, contains, loadedAt: new Date().toISOString() }
    },
    initialData: () => {
      const last = lastDay(day)
      return last ? { ...last, contains: [] } : undefined
    },
    initialDataUpdatedAt: 0,
    refetchInterval: REFRESH,
    // There are no retries, because the next interval sends the request again. With retries, the screen would report a
    // lost connection late.
    retry: false,
  })
}

/** A roast day with the steps of this browser, including those that are not sent yet. */
export function useRoastDay(date: string, user: { _id: string; name: string }) {
  const client = useQueryClient()
  const answer = useQuery(dayQuery(date))
  const { steps, isUnreachable, isKept } = useQueue()
  const own = useMemo(() => ofUser(steps ?? [], user._id), [steps, user._id])

  useEffect(() => {
    queue.start()
    queue.wake()
    return queue.onAnswer((step, message) => {
      if (message) announce(message)
      if (step.day === date) void client.invalidateQueries(dayQuery(date))
      void refresh(client, 'desk')
    })
  }, [client, date])

  const { data, isError } = answer
  useEffect(() => {
    if (data) void queue.forget(data.contains)
    if (data && !isError && queue.read().isUnreachable) queue.wake()
  }, [data, isError])

  const day = useMemo(
    () => data && steps && withSteps(data.day, own, user.name),
    [data, steps, own, user.name],
  )
  return {
    answer,
    day: day ?? undefined,
    steps: own,
    /** The number of steps of other users in this browser that are not sent yet. */
    ofOthers: (steps ?? []).filter((step) => step.userId !== user._id && step.state !== 'sent').length,
    isUnreachable: isUnreachable || isError,
    isKept,
    loadedAt: data?.loadedAt,
  }
}

const NONE = { steps: null, isUnreachable: false, isKept: true }

function useQueue(): ReturnType<typeof queue.read> {
  return useSyncExternalStore(queue.subscribe, queue.read, () => NONE)
}
