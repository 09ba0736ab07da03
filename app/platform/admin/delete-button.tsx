import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Collection } from '#shared/start/api.ts'
import { refresh } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

/** Deletes the resource of a table row after a confirmation. */
export function DeleteButton({
  name,
  remove,
  done,
  of: collections,
}: {
  /** The name of the resource. */
  name: string
  remove: () => Promise<unknown>
  /** The toast after the deletion. */
  done: string
  /** The collections to fetch again after the deletion. The first is that of the row. */
  of: readonly [Collection, ...Collection[]]
}) {
  const client = useQueryClient()
  const removing = useMutation({
    mutationKey: deletionOf(collections[0]),
    mutationFn: remove,
    onSuccess: () => {
      toast.success(done)
      return refresh(client, ...collections)
    },
    onError: (error) => toast.error(error.message),
    // Another admin may have deleted the resource, or removed the reason why it could not be deleted.
    onSettled: (_, error) => (error ? refresh(client, collections[0]) : undefined),
  })
  return (
    <Button
      look="quiet"
      busy={removing.isPending}
      aria-label={`Delete ${name}`}
      onClick={() => {
        if (window.confirm('Are you sure?')) removing.mutate()
      }}
    >
      Delete
    </Button>
  )
}

/** The mutation key of deletions. Lists use it to show that a deletion is in progress. */
export function deletionOf(collection: Collection): readonly string[] {
  return ['delete', collection]
}
