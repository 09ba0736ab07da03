import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import { counterDays, MAX_MOVE_REASON } from '#shared/checkout/api/counter-days.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textsOf } from '#app/platform/ui/form-text.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import { amountIn } from './amounts.ts'

/** Corrects the count of a closed day by an entry; the day stays as it was closed. */
export function CorrectCount({ id }: { id: string }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { problems, showProblems, events } = useProblems()
  const sendOnce = useSendOnce()
  const params = { id }
  const correcting = useMutation({
    mutationFn: (typed: FormData) => {
      const { amount, reason } = textsOf(typed, 'amount', 'reason')
      const body = { amount: amountIn(amount), reason }
      return sendOnce(body, (idempotencyKey) =>
        call(counterDays.correct, { params, body }, { idempotencyKey }),
      )
    },
    onSuccess: (day) => {
      client.setQueryData(ask(counterDays.one, { params }).queryKey, day)
      toast.success('Count corrected')
      form.current?.reset()
      return refresh(client, 'counter-days')
    },
    onError: (error) => {
      showProblems(form.current, fieldsIn(error))
      if (Object.keys(fieldsIn(error)).length === 0) toast.error(error.message)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!correcting.isPending) correcting.mutate(new FormData(event.currentTarget))
  }
  return (
    <Disclosure summary="Correct the count">
      <form {...events} ref={form} onSubmit={submit} className="stack-2 items-left measure-form pad-y-2">
        <p>
          A closed day is not changed. A correction is an entry beside it, with your name, also in the books.
        </p>
        <Field
          label="Amount in dollars"
          name="amount"
          inputMode="text"
          maxLength={10}
          required
          hint="With a minus sign if less was in the drawer than counted."
          problem={problems.amount}
        />
        <Field
          label="Reason"
          name="reason"
          maxLength={MAX_MOVE_REASON}
          autoComplete="off"
          required
          problem={problems.reason}
        />
        <Button type="submit" look="line" busy={correcting.isPending}>
          Correct the count
        </Button>
      </form>
    </Disclosure>
  )
}
