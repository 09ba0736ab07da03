import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Batch } from '#shared/roastery/api/roast-day.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { roastPlan } from '#shared/roastery/api/roast-plan.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { announce } from '#app/platform/ui/live-region.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

/** `done` is announced to screen readers after the change. */
type Change = { body: Omit<Body<typeof roastPlan.changeBatch>, 'version'>; done: string }

/** The changes of a planned batch. After each change, even a refused one, the plan is fetched again. */
export function useBatchChange({ _id: id, code, version }: Batch) {
  const client = useQueryClient()
  const onSettled = () => refresh(client, 'roastery')
  const change = useMutation({
    mutationFn: ({ body }: Change) =>
      call(roastPlan.changeBatch, { params: { id }, body: { ...body, version } }),
    onSuccess: (_, { done }) => announce(done),
    onError: (error) => toast.error(error.message),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: () => call(roastPlan.removeBatch, { params: { id } }),
    onSuccess: () => toast.success(`Batch ${code} removed`),
    onError: (error) => toast.error(error.message),
    onSettled,
  })
  return { change, remove }
}
