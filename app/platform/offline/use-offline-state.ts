import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { refresh } from '#app/platform/api/query.ts'
import { announce } from '#app/platform/ui/live-region.tsx'
import type { Kept } from './kept.ts'
import { ofUser, type QueuedStep } from './queue.ts'
import type { QueueState, StepQueue } from './sender.ts'

/** Milliseconds between two loads of the state, because another person may work on it too. */
const REFRESH = 15_000

/** A loaded state, and the keys of the steps that it contains because they were done before it was loaded. */
type Loaded<State> = Kept<State> & { contains: string[] }

export type OfflinePage<State, Step> = {
  queue: StepQueue<Step>
  /** The key of the query for an id. */
  keyOf: (id: string) => string[]
  load: (id: string, signal: AbortSignal) => Promise<State>
  kept: { find: (id: string) => Kept<State> | null; keep: (state: State) => void }
  /** The state with these steps. */
  apply: (state: State, steps: readonly QueuedStep<Step>[], by: string) => State
}

/** The query of a state. It starts with the last state in this browser, so that it works without a connection. */
function stateQuery<State, Step>({ queue, keyOf, load, kept }: OfflinePage<State, Step>, id: string) {
  return queryOptions<Loaded<State>>({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => {
      const contains = (queue.read().steps ?? [])
        .filter((step) => step.state === 'sent' && step.day === id)
        .map(({ key }) => key)
      const state = await load(id, signal)
      kept.keep(state)
      return { state, contains, loadedAt: new Date().toISOString() }
    },
    initialData: () => {
      const last = kept.find(id)
      return last ? { ...last, contains: [] } : undefined
    },
    initialDataUpdatedAt: 0,
    refetchInterval: REFRESH,
    // There are no retries, because the next interval sends the request again. With retries, the screen would report a
    // lost connection late.
    retry: false,
  })
}

const NONE = { steps: null, isUnreachable: false, isKept: true }

/** The state with an id, with the steps of this browser, including those that are not sent yet. */
export function useOfflineState<State, Step>(
  page: OfflinePage<State, Step>,
  id: string,
  user: { _id: string; name: string },
) {
  const { queue } = page
  const client = useQueryClient()
  const answer = useQuery(stateQuery(page, id))
  const { steps, isUnreachable, isKept } = useSyncExternalStore<QueueState<Step>>(
    queue.subscribe,
    queue.read,
    () => NONE,
  )
  const own = useMemo(() => ofUser(steps ?? [], user._id), [steps, user._id])

  useEffect(() => {
    queue.start()
    queue.wake()
    return queue.onAnswer((step, message) => {
      if (message) announce(message)
      if (step.day === id) void client.invalidateQueries({ queryKey: page.keyOf(id) })
      void refresh(client, 'desk')
    })
  }, [client, id, page, queue])

  const { data, isError } = answer
  useEffect(() => {
    if (data) void queue.forget(data.contains)
    if (data && !isError && queue.read().isUnreachable) queue.wake()
  }, [data, isError, queue])

  const state = useMemo(
    () => data && steps && page.apply(data.state, own, user.name),
    [data, steps, own, user.name, page],
  )
  return {
    answer,
    state: state ?? undefined,
    steps: own,
    /** The number of steps of other users in this browser that are not sent yet. */
    ofOthers: (steps ?? []).filter((step) => step.userId !== user._id && step.state !== 'sent').length,
    isUnreachable: isUnreachable || isError,
    isKept,
    loadedAt: data?.loadedAt,
  }
}
