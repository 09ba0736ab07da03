import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Resource } from '#shared/api/api.ts'
import { refresh } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { nextRow } from '../../ui/next-row.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * The button at the end of a row that deletes what the row stands for, once it is sure (spec section 5). The keyboard
 * goes on to the row below, or stays at the end of the list.
 */
export function DeleteButton({
  name,
  remove,
  done,
  of: resources,
}: {
  /** Of what is deleted. */
  name: string
  remove: () => Promise<unknown>
  /** The toast of success. */
  done: string
  /** What is asked again afterwards; the first is what the row is one of. */
  of: readonly [Resource, ...Resource[]]
}) {
  const client = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const removing = useMutation({
    mutationKey: deletionOf(resources[0]),
    mutationFn: remove,
    onSuccess: async () => {
      const goOn = nextRow(button.current)
      toast.success(done)
      await refresh(client, ...resources)
      goOn()
    },
    onError: (error) => toast.error(error.message),
    // Somebody else may have deleted it, or changed what forbids it.
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

/** The key of deletions of a kind, for a list that shows that one is under way. */
export function deletionOf(resource: Resource): readonly string[] {
  return ['delete', resource]
}
