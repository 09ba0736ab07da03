/** The batch of labels in the address of the page, and the requests that buy its labels. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { labelBatches, type BatchRow, type LabelBatch } from '#shared/shipping/api/label-batches.ts'
import { isId } from '#shared/kernel/id.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'

/** Milliseconds until the next request while another tab buys the labels that are left. */
const PAUSE = 2000

/** The id of the batch that the page shows; null if there is none. */
export function useBatchId(): [string | null, (id: string | null) => void] {
  const [query, setQuery] = useSearchParams()
  const id = query.get('batch') ?? ''
  const show = (next: string | null) => setQuery(next ? { batch: next } : {}, { preventScrollReset: true })
  return [isId(id) ? id : null, show]
}

/** Chooses orders and buys their labels, a few in each request. A failure does not stop the rest. */
export function useBatch() {
  const client = useQueryClient()
  const sendOnce = useSendOnce()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)

  async function guarded(work: () => Promise<void>): Promise<void> {
    if (isRunning) return
    setRunning(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(failure as Error)
    }
    setRunning(false)
    // Also the number of open tasks in the navigation.
    await refresh(client, 'desk', 'orders', 'shippo', 'label-batches')
  }

  async function runToEnd(id: string): Promise<void> {
    for (;;) {
      const { rows, waiting } = await call(labelBatches.run, { params: { id } })
      client.setQueryData<LabelBatch>(keyOf(id), (batch) => batch && withRows(batch, rows))
      if (waiting === 0) return
      if (rows.length === 0) await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }

  return {
    isRunning,
    error,
    /** The id of the batch that was chosen on this page. */
    chosen,
    /** Stores the choice, and hands over its id. Buys the labels if `isBought`. */
    choose: (
      body: { orders: string[] | 'all'; ship: boolean },
      isBought: boolean,
      show: (id: string) => void,
    ) =>
      guarded(async () => {
        const batch = await sendOnce(body, (idempotencyKey) =>
          call(labelBatches.create, { body }, { idempotencyKey }),
        )
        client.setQueryData<LabelBatch>(keyOf(batch._id), batch)
        setChosen(batch._id)
        show(batch._id)
        if (isBought) await runToEnd(batch._id)
      }),
    run: (id: string) => guarded(() => runToEnd(id)),
    /** Tries the failed orders again. `prices`: those that were shown and accepted. */
    retry: (id: string, prices: { order: string; price: number }[]) =>
      guarded(async () => {
        const batch = await call(labelBatches.retry, { params: { id }, body: { prices } })
        client.setQueryData<LabelBatch>(keyOf(id), batch)
        await runToEnd(id)
      }),
  }
}

const keyOf = (id: string) => ask(labelBatches.one, { params: { id } }).queryKey

function withRows(batch: LabelBatch, rows: readonly BatchRow[]): LabelBatch {
  const changed = new Map(rows.map((row) => [row._id, row]))
  return { ...batch, isStarted: true, rows: batch.rows.map((row) => changed.get(row._id) ?? row) }
}
