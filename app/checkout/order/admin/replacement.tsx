import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { chosenPieces, nameOf, piecesIn, type Pieces, unreplaced } from '#app/platform/orders/refunds.ts'
import { PICKUP_STATES, STATES } from '#shared/kernel/order-state-names.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useIsMounted } from '#app/platform/ui/use-is-mounted.ts'
import styles from './admin.module.css'
import { LineFields, useScrollToForm } from './refund-parts.tsx'
import { useOrderChange } from './use-order-change.ts'
import { Panel } from './panel.tsx'

/**
 * The replacements of an order, and the form for a new one. For a replacement: the replaced order, and a button to
 * cancel.
 */
export function Replacements({ order }: { order: Order }) {
  const { replaces, replacements, state } = order
  const [asked] = useSearchParams()
  const left = unreplaced(order)
  const isPossible =
    (state === 'shipped' || state === 'delivered') && Object.values(left).some((qty) => qty > 0)
  const isTooEarly = state === 'paid' && asked.get('replace') !== null
  if (!replaces && replacements.length === 0 && !isPossible && !isTooEarly) return null
  return (
    <Panel id="replacements" title={replaces ? 'Replacement' : 'Replacements'}>
      {replaces ? (
        <p>
          Replaces goods of order <Link to={`/order/${replaces._id}`}>No. {replaces.number}</Link>
        </p>
      ) : null}
      {isTooEarly ? (
        <p className="soft">
          This order is not {order.isPickup ? 'handed over' : 'shipped'} yet, so nothing needs to be replaced.
        </p>
      ) : null}
      {replaces && state === 'paid' ? <CancelReplacement order={order} /> : null}
      {replacements.length > 0 ? <List order={order} /> : null}
      {isPossible ? <Replace key={replacements.length} order={order} left={left} /> : null}
    </Panel>
  )
}

function List({ order }: { order: Order }) {
  // A replacement for an order for pickup is also for pickup.
  const states = order.isPickup ? PICKUP_STATES : STATES
  return (
    <ul className="stack-2">
      {order.replacements.map(({ _id, number, state, items }) => (
        <li key={_id} className={styles.entry}>
          <p>
            <Link to={`/order/${_id}`}>No. {number}</Link>, {states[state]}
          </p>
          <p className="soft">{items.map(({ line, qty }) => `${qty} × ${nameOf(line, order)}`).join(', ')}</p>
        </li>
      ))}
    </ul>
  )
}

/**
 * The button that opens the form. A link from a message about a problem opens the form with the items of the problem.
 */
function Replace({ order, left }: { order: Order; left: Pieces }) {
  const [asked] = useSearchParams()
  const wanted = order.replacements.length === 0 ? asked.get('replace') : null
  const [isOpen, setOpen] = useState(wanted !== null)
  if (isOpen) return <Form order={order} left={left} wanted={wanted ?? ''} onClose={() => setOpen(false)} />
  return (
    <Button look="line" onClick={() => setOpen(true)}>
      Send a replacement
    </Button>
  )
}

function Form({
  order,
  left,
  wanted,
  onClose,
}: {
  order: Order
  left: Pieces
  wanted: string
  onClose: () => void
}) {
  const [pieces, setPieces] = useState<Pieces>(() => piecesIn(wanted, left))
  const sending = useSend(order)
  const form = useScrollToForm(wanted)
  const lines = chosenPieces(pieces)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (lines.length === 0 || sending.isPending) return
    const goods = lines.map(({ line, qty }) => `${qty} × ${nameOf(line, order)}`).join(', ')
    const question = order.isPickup
      ? `Give ${goods} to ${order.user.name} at the bar for free?`
      : `Send ${goods} to ${order.recipient || order.user.name} for free?`
    if (window.confirm(question)) sending.mutate(lines)
  }
  return (
    <form ref={form} className="stack-2" onSubmit={submit}>
      <LineFields
        lines={order.orderItems}
        columns={[{ label: 'Send again', pieces, max: left, onChange: setPieces }]}
      />
      <p className="soft">
        {order.isPickup ? 'A free order for pickup at the bar.' : 'A free order to the same address.'} It
        takes the goods from stock, and the buyer gets an email.
      </p>
      <p className={`alarm ${styles.problem}`} role="alert">
        {sending.error?.message}
      </p>
      <Button type="submit" busy={sending.isPending} disabled={lines.length === 0}>
        Send the replacement
      </Button>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
    </form>
  )
}

/** Creates the replacement and opens its page, where it is packed and shipped. */
function useSend(order: Order) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isMounted = useIsMounted()
  return useMutation({
    mutationFn: (lines: { line: number; qty: number }[]) =>
      call(orderAdmin.replace, {
        params: { id: order._id },
        body: { lines, seen: order.replacements.length },
      }),
    onSuccess: (made) => {
      toast.success(`Replacement No. ${made.number} is ${order.isPickup ? 'for pickup' : 'ready to ship'}`)
      return isMounted() ? navigate(`/order/${made._id}`) : undefined
    },
    onSettled: () => refresh(client, 'orders', 'products', 'shippo', 'pickup'),
  })
}

function CancelReplacement({ order }: { order: Order }) {
  const cancel = useOrderChange(
    order,
    () => call(orderAdmin.close, { params: { id: order._id } }),
    'Replacement canceled. Its goods are back in stock',
  )
  const ask = () => {
    if (!cancel.isPending && window.confirm('Cancel this replacement and put its goods back in stock?'))
      cancel.mutate()
  }
  return (
    <Button look="line" busy={cancel.isPending} onClick={ask}>
      Cancel the replacement
    </Button>
  )
}
