import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { MESSAGE_MAX, messages } from '#shared/mail/api/messages.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { MESSAGE_PROBLEMS, type MessageProblem, PROBLEM_NAMES } from '#shared/checkout/problems.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { call } from '#app/platform/api/call.ts'
import { hideResult } from '#app/platform/api/hide-result.ts'
import { useDraft } from '#app/platform/session/drafts.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { TextareaField, Field, SelectField } from '#app/platform/ui/field.tsx'
import { chosenPieces, type Pieces } from '#app/platform/orders/refunds.ts'
import styles from './page.module.css'

type Details = Omit<Body<typeof messages.question>, 'message'>

/**
 * A form that sends a message about this order to the shop. It is closed at first. The shop answers by mail.
 * @param draft the id of the unsent text in the tab
 * @param details returns what is sent with the text @param children renders the fields above the text; its argument is
 * a function that hides the result of the last attempt
 */
function OrderMessage({
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

/** A question of the buyer about this order. The shop gets it with the number of the order, and answers by mail. */
export function AskAboutOrder({ order }: { order: Order }) {
  return (
    <OrderMessage
      order={order}
      draft={`question:${order._id}`}
      summary="Ask about this order"
      label="Your question"
      rows={4}
      submit="Send the question"
      details={{ items: [] }}
    />
  )
}

/**
 * The form to report a problem with a paid order: the kind of problem, the affected items and a text. The shop answers
 * by mail.
 */
export function ReportProblem({ order }: { order: Order }) {
  const [problem, setProblem] = useState<MessageProblem>(() => likelyProblem(order))
  const [pieces, setPieces] = useState<Pieces>({})
  return (
    <OrderMessage
      order={order}
      draft={`problem:${order._id}`}
      summary="Something wrong?"
      label="What happened?"
      rows={3}
      submit="Send to the shop"
      details={{ problem, items: chosenPieces(pieces) }}
      required={problem === 'other'}
      onSent={() => setPieces({})}
    >
      {(hide) => (
        <>
          <SelectField
            label="What is wrong?"
            required
            value={problem}
            onChange={({ target }) => {
              setProblem(target.value as MessageProblem)
              hide()
            }}
          >
            {MESSAGE_PROBLEMS.map((each) => (
              <option key={each} value={each}>
                {PROBLEM_NAMES[each]}
              </option>
            ))}
          </SelectField>
          <AffectedItems order={order} pieces={pieces} onChange={setPieces} />
        </>
      )}
    </OrderMessage>
  )
}

function likelyProblem({ shippedAt, deliveredAt }: Order): MessageProblem {
  return shippedAt || deliveredAt ? 'damaged' : 'missing'
}

function AffectedItems({
  order,
  pieces,
  onChange,
}: {
  order: Order
  pieces: Pieces
  onChange: (pieces: Pieces) => void
}) {
  return (
    <fieldset className={`stack-1 ${styles.items}`}>
      <legend>How many of each item are affected?</legend>
      {order.orderItems.map((item) => (
        <Field
          key={item.line}
          label={lineTitle(item)}
          type="number"
          inputMode="numeric"
          min={0}
          max={item.qty}
          step={1}
          unmarked
          hint={`of ${item.qty}`}
          value={pieces[item.line] ?? 0}
          onChange={({ target }) => onChange({ ...pieces, [item.line]: Math.trunc(Number(target.value)) })}
        />
      ))}
    </fieldset>
  )
}
