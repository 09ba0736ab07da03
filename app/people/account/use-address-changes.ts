import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addresses, type SavedAddress } from '#shared/checkout/api/addresses.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'

const onError = (error: Error) => toast.error(error.message)

/**
 * Deletes a saved address or makes it the default. Then fetches the list, which also shows changes from other devices.
 */
export function useAddressChanges({ usedAt: _usedAt, _id: id, ...saved }: SavedAddress) {
  const client = useQueryClient()
  const onSettled = () => refresh(client, 'addresses')
  const removing = useMutation({
    mutationFn: () => call(addresses.remove, { params: { id }, query: { version: String(saved.version) } }),
    onSuccess: ({ message }) => toast.success(message),
    onError,
    onSettled,
  })
  const defaulting = useMutation({
    mutationFn: () => call(addresses.update, { params: { id }, body: { ...saved, isDefault: true } }),
    onSuccess: () => toast.success('Your checkout starts with this address now'),
    onError,
    onSettled,
  })
  return {
    remove: () => {
      if (window.confirm('Are you sure?')) removing.mutate()
    },
    makeDefault: () => defaulting.mutate(),
    isBusy: removing.isPending || defaulting.isPending,
  }
}
