/** Changes of a subscription. The reply replaces what the page shows, and says which delivery is affected. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions, type ChangedSubscription } from '#shared/subscriptions/api/subscriptions.ts'
import { CallError, isConflict, isNotFound } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { useIsMounted } from '#app/platform/ui/use-is-mounted.ts'

type Change = {
  /** @param version of the subscription that the form shows */
  send: (version: number) => Promise<ChangedSubscription>
  /** The subscription that the page shows until the reply arrives, for changes that affect no date and no amount. */
  guess?: Partial<Subscription>
}

export type SubscriptionChange = ReturnType<typeof useSubscriptionChange>

/**
 * A form sends the version with which it was opened, so that it does not overwrite a change of another tab. If the
 * server refuses an old version, the buyer sees the new state and can send the form again.
 * @param onDone closes the form after a success. A form shows its error itself (`FormActions`).
 */
export function useSubscriptionChange({ _id: id, version }: Subscription, onDone?: () => void) {
  const client = useQueryClient()
  const [seen, setSeen] = useState(version)
  // A buyer who has closed the form before the reply may have opened another one, which must stay open.
  const isOpen = useIsMounted()
  const { queryKey } = ask(subscriptions.one, { params: { id } })
  return useMutation({
    mutationFn: ({ send }: Change) => send(seen),
    onMutate: async ({ guess }) => {
      toast.dropErrors()
      // An answer that was requested before the change must not replace the guess.
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (guess && before) client.setQueryData(queryKey, { ...before, ...guess })
      return before
    },
    onSuccess: ({ subscription, message }) => {
      client.setQueryData(queryKey, subscription)
      toast.success(message)
      if (isOpen()) onDone?.()
    },
    onError: (error, { guess }, before) => {
      if (guess && before) client.setQueryData(queryKey, before)
      if (!onDone || !isOpen()) toast.error(error.message)
      if (error instanceof CallError && typeof error.data.version === 'number') setSeen(error.data.version)
      // Another device or tab changed the subscription, or the shop made a delivery.
      if (isConflict(error) || isNotFound(error)) void refresh(client, 'subscriptions')
    },
  })
}
