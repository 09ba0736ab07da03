import { useState } from 'react'
import { MESSAGE_PROBLEMS, type MessageProblem, PROBLEM_NAMES } from '#shared/checkout/problems.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { chosenPieces, type Pieces } from '#app/platform/orders/refunds.ts'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import styles from './guest-options.module.css'
import { OrderMessage } from './order-message.tsx'

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
      {(hideResult) => (
        <>
          <SelectField
            label="What is wrong?"
            required
            value={problem}
            onChange={({ target }) => {
              setProblem(target.value as MessageProblem)
              hideResult()
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
