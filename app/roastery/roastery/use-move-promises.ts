import { useMutation, useQueryClient } from '@tanstack/react-query'
import { promises } from '#shared/roastery/api/promises.ts'
import { counted, plural } from '#shared/kernel/counts.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'

/** Moves the dates of orders, and says how many were moved. */
export function useMovePromises(onMoved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { orders: string[]; message: string }) => call(promises.movePromises, { body }),
    onSuccess: ({ moved, skipped }) => {
      const told = `${counted(moved, 'order')} moved. ${plural(moved, 'Its buyer gets', 'Their buyers get')} an email`
      const rest = `${counted(skipped, 'order')} ${plural(skipped, 'was', 'were')} not moved: see the list`
      if (moved > 0) toast.success(skipped > 0 ? `${told}. ${rest}` : told)
      else toast.error(rest)
      onMoved()
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'roastery', 'orders', 'desk', 'delivery'),
  })
}
