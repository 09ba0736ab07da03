import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { users, type UserInfo } from '#shared/api/users.ts'
import { call } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { nextRow } from '../../../ui/next-row.ts'
import { toast } from '../../../ui/toast.tsx'

/** Deletes an account. The shop refuses an admin's, and its words say what to do first. */
export function DeleteUser({ user }: { user: UserInfo }) {
  const client = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const remove = useMutation({
    mutationFn: () => call(users.remove, { params: { id: user._id } }),
    onSuccess: async () => {
      const goOn = nextRow(button.current)
      toast.success('User deleted')
      await refresh(client, 'users', 'orders')
      goOn()
    },
    onError: (error) => toast.error(error.message),
    // Somebody else may have deleted it, or made it an admin's.
    onSettled: (_, error) => (error ? refresh(client, 'users') : undefined),
  })
  return (
    <Button
      ref={button}
      look="quiet"
      busy={remove.isPending}
      aria-label={`Delete ${user.name}`}
      onClick={() => {
        if (window.confirm('Are you sure?')) remove.mutate()
      }}
    >
      Delete
    </Button>
  )
}
