import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { MESSAGE_MAX, messages } from '#shared/api/messages.ts'
import type { Order } from '#shared/api/orders.ts'
import { call } from '../../api/call.ts'
import { useDraft } from '../../session/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { TextareaField } from '../../ui/field.tsx'
import styles from './guest-options.module.css'

/** A question of the buyer about this order. The shop gets it with the number of the order, and answers by mail. */
export function AskAboutOrder({ order }: { order: Order }) {
  const { text, type, clearSent } = useDraft(`question:${order._id}`)
  const asking = useMutation({
    mutationFn: (message: string) =>
      call(messages.question, { params: { id: order._id }, body: { message, items: [] } }),
    onSuccess: (_answer, message) => clearSent(message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!asking.isPending) asking.mutate(text)
  }
  return (
    <Disclosure className={styles.ask} summary="Ask about this order">
      <form method="post" onSubmit={submit}>
        <TextareaField
          label="Your question"
          name="message"
          rows={4}
          maxLength={MESSAGE_MAX}
          value={text}
          problem={asking.error?.message}
          onChange={({ target }) => {
            type(target.value)
            asking.reset()
          }}
          required
        />
        <Button type="submit" look="line" busy={asking.isPending}>
          Send the question
        </Button>
        {asking.isSuccess ? <p role="status">{asking.data.message}.</p> : null}
      </form>
    </Disclosure>
  )
}
