/** A change that a button makes. Shows the result in a notice in place of older errors, and refreshes the lists. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Collection } from '#shared/start/api.ts'
import { refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'

export function useChange<Wanted = void>(
  change: (wanted: Wanted) => Promise<{ message: string }>,
  ...lists: Collection[]
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onMutate: () => toast.dropErrors(),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, ...lists),
  })
}
