import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Resource } from '#shared/start/api.ts'
import { refresh } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

/** Deletes the resource of a table row after a confirmation. */
export function DeleteButton({
  name,
  remove,
  done,
  of: resources,
}: {
  /** The name of the resource. */
  name: string
  remove: () => Promise<unknown>
  /** The toast after the deletion. */
  done: string
  /** The resources to fetch again after the deletion. The first is the resource of the row. */
  of: readonly [Resource, ...Resource[]]
}) {
  const client = useQueryClient()
  const removing = useMutation({
    mutationKey: deletionOf(resources[0]),
    mutationFn: remove,
    onSuccess: () => {
      toast.success(done)
      return refresh(client, ...resources)
    },
    onError: (error) => toast.error(error.message),
    // Another admin may have deleted the resource, or removed the reason why it could not be deleted.
    onSettled: (_, error) => (error ? refresh(client, resources[0]) : undefined),
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
export function deletionOf(resource: Resource): readonly string[] {
  return ['delete', resource]
}
