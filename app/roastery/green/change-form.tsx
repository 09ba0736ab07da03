/** The form of a change of a lot, such as its arrival or a count. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { green, type WholeGreenLot } from '#shared/roastery/api/green.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import type { useProblems } from '#app/platform/ui/use-problems.ts'
import styles from './green.module.css'

/** A change that returns the lot, which is then shown. */
export function useChange(
  change: () => Promise<WholeGreenLot>,
  done: string,
  onError: (error: Error) => void = () => {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (lot) => {
      client.setQueryData(ask(green.one, { params: { id: lot._id } }).queryKey, lot)
      toast.success(done)
      await refresh(client, 'green', 'roasts')
    },
    onError: (error) => {
      toast.error(error.message)
      onError(error)
      void refresh(client, 'green')
    },
  })
}

/** Inputs and a button that sends the change. */
export function ChangeForm({
  changing,
  submit,
  children,
  ...rest
}: {
  changing: { isPending: boolean; mutate: () => void }
  submit: string
  children: ReactNode
} & Pick<ReturnType<typeof useProblems>, 'events'>) {
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!changing.isPending) changing.mutate()
  }
  return (
    <form className={`stack-2 ${styles.form}`} {...rest.events} onSubmit={send}>
      {children}
      <Button type="submit" busy={changing.isPending}>
        {submit}
      </Button>
    </form>
  )
}
