import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Resource } from '#shared/api/api.ts'
import { refresh } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { nextRow } from '../../ui/next-row.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * Deletes the resource of a table row after a confirmation. The focus then moves to the next row, or to the previous one
 * at the end of the list.
 */
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
  /** The resources to fetch again afterwards. The first is the resource of the row. */
  of: readonly [Resource, ...Resource[]]
}) {
  const client = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const removing = useMutation({
    mutationKey: deletionOf(resources[0]),
    mutationFn: remove,
    onSuccess: async () => {
      const focusNext = nextRow(button.current)
      toast.success(done)
      await refresh(client, ...resources)
      focusNext()
    },
    onError: (error) => toast.error(error.message),
    // Another admin may have deleted it, or changed the reason for the refusal.
    onSettled: (_, error) => (error ? refresh(client, resources[0]) : undefined),
  })
  return (
    <Button
      ref={button}
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

/** The mutation key of deletions, for lists that show when one is in progress. */
export function deletionOf(resource: Resource): readonly string[] {
  return ['delete', resource]
}
