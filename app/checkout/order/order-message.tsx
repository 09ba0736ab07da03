import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { MESSAGE_MAX, messages } from '#shared/mail/api/messages.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { call } from '#app/platform/api/call.ts'
import { hideResult } from '#app/platform/api/hide-result.ts'
import { useDraft } from '#app/platform/session/drafts.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { TextareaField } from '#app/platform/ui/field.tsx'
import styles from './guest-options.module.css'

type Details = Omit<Body<typeof messages.question>, 'message'>

/**
 * A form that sends a message about this order to the shop. It is closed at first. The shop answers by mail.
 * @param draft the id of the unsent text in the tab
 * @param details returns what is sent with the text @param children renders the fields above the text; its argument is
 * a function that hides the result of the last attempt
 */
export function OrderMessage({
  order,
  draft,
  summary,
  label,
  rows,
  submit,
  details,
  required = true,
  onSent,
  children,
}: {
  order: Order
  draft: string
  summary: string
  label: string
  rows: number
  submit: string
  details: Details
  required?: boolean
  onSent?: () => void
  children?: (hideResult: () => void) => ReactNode
}) {
  const { text, type, clearSent } = useDraft(draft)
  const sending = useSending(order, details, (message) => {
    clearSent(message)
    onSent?.()
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!sending.isPending) sending.mutate(text)
  }
  return (
    <Disclosure className={styles.ask} summary={summary}>
      <form method="post" onSubmit={send}>
        {children?.(() => hideResult(sending))}
        <TextareaField
          label={label}
          name="message"
          rows={rows}
          maxLength={MESSAGE_MAX}
          value={text}
          required={required}
          problem={sending.error?.message}
          onChange={({ target }) => {
            type(target.value)
            hideResult(sending)
          }}
        />
        <Button type="submit" look="line" busy={sending.isPending}>
          {submit}
        </Button>
        {sending.isSuccess ? <p role="status">{sending.data.message}.</p> : null}
      </form>
    </Disclosure>
  )
}

function useSending({ _id: id }: Order, details: Details, onSent: (message: string) => void) {
  return useMutation({
    mutationFn: (message: string) =>
      call(messages.question, { params: { id }, body: { ...details, message } }),
    onSuccess: (_answer, message) => onSent(message),
  })
}
