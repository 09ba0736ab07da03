import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { MESSAGE_MAX, MESSAGE_PROBLEMS, messages, type MessageProblem } from '#shared/api/messages.ts'
import type { Order } from '#shared/api/orders.ts'
import { PROBLEM_NAMES } from '#shared/problems.ts'
import { lineTitle } from '#shared/sizes.ts'
import { call } from '../../api/call.ts'
import { chosenPieces, type Pieces } from '../../orders/refunds.ts'
import { useDraft } from '../../session/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field, SelectField, TextareaField } from '../../ui/field.tsx'
import styles from './guest-options.module.css'

/**
 * The form to report a problem with a paid order: the kind of problem, the affected items and a text. The shop answers
 * by mail.
 */
export function ReportProblem({ order }: { order: Order }) {
  const { text, type, clearSent } = useDraft(`problem:${order._id}`)
  const [problem, setProblem] = useState<MessageProblem>(() => likelyProblem(order))
  const [pieces, setPieces] = useState<Pieces>({})
  const sending = useMutation({
    mutationFn: (message: string) =>
      call(messages.question, {
        params: { id: order._id },
        body: { message, problem, items: chosenPieces(pieces) },
      }),
    onSuccess: (_answer, message) => {
      clearSent(message)
      setPieces({})
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!sending.isPending) sending.mutate(text)
  }
  return (
    <Disclosure className={styles.ask} summary="Something wrong?">
      <form method="post" onSubmit={submit}>
        <SelectField
          label="What is wrong?"
          required
          value={problem}
          onChange={({ target }) => {
            setProblem(target.value as MessageProblem)
            sending.reset()
          }}
        >
          {MESSAGE_PROBLEMS.map((each) => (
            <option key={each} value={each}>
              {PROBLEM_NAMES[each]}
            </option>
          ))}
        </SelectField>
        <AffectedItems order={order} pieces={pieces} onChange={setPieces} />
        <TextareaField
          label="What happened?"
          name="message"
          rows={3}
          maxLength={MESSAGE_MAX}
          value={text}
          required={problem === 'other'}
          problem={sending.error?.message}
          onChange={({ target }) => {
            type(target.value)
            sending.reset()
          }}
        />
        <Button type="submit" look="line" busy={sending.isPending}>
          Send to the shop
        </Button>
        {sending.isSuccess ? <p role="status">{sending.data.message}.</p> : null}
      </form>
    </Disclosure>
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
    <fieldset className={styles.items}>
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
