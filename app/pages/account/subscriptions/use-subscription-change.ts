/** Changes of a subscription. The reply replaces what the page shows, and says which delivery is affected. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Subscription } from '#shared/api/subscription.ts'
import { subscriptions, type ChangedSubscription } from '#shared/api/subscriptions.ts'
import { CallError } from '../../../api/call.ts'
import { ask, refresh } from '../../../api/query.ts'
import { toast } from '../../../ui/toast.tsx'

type Change = {
  send: () => Promise<ChangedSubscription>
  /** What the page shows until the reply, for changes that move no date and no amount. */
  guess?: Partial<Subscription>
}

export type SubscriptionChange = ReturnType<typeof useSubscriptionChange>

/** @param onDone closes the form after a success. A form shows its error itself (`FormActions`). */
export function useSubscriptionChange(id: string, onDone?: () => void) {
  const client = useQueryClient()
  const { queryKey } = ask(subscriptions.one, { params: { id } })
  return useMutation({
    mutationFn: ({ send }: Change) => send(),
    onMutate: async ({ guess }) => {
      toast.dropErrors()
      // An answer from before the change must not replace the guess.
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (guess && before) client.setQueryData(queryKey, { ...before, ...guess })
      return before
    },
    onSuccess: ({ subscription, message }) => {
      client.setQueryData(queryKey, subscription)
      toast.success(message)
      onDone?.()
    },
    onError: (error, { guess }, before) => {
      if (guess && before) client.setQueryData(queryKey, before)
      if (!onDone) toast.error(error.message)
      // Another device or tab changed the subscription, or the shop made a delivery.
      if (error instanceof CallError && (error.failure === 409 || error.failure === 404))
        void refresh(client, 'subscriptions')
    },
  })
}
