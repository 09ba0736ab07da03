import { useState, type FormEvent } from 'react'
import { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { toCents } from '#shared/kernel/pricing.ts'
import { assignRefund, leftToRefund, sumRefunds } from '#shared/kernel/refunds.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import {
  partsOf,
  priced,
  totalsOf,
  unrefunded,
  unreturned,
  type Pieces,
  type Refund,
} from '#app/platform/orders/refunds.ts'
import styles from './admin.module.css'
import {
  LineFields,
  Parts,
  ShippingFields,
  chosen,
  shippingOf,
  type ShippingChoice,
} from './refund-parts.tsx'
import { useOrderChange } from './use-order-change.ts'

type Props = { order: Order; refund: Refund }

/** The actions for a past refund: assign it to items, and return its items to stock. */
export function AmendRefund({ order, refund }: Props) {
  const [open, setOpen] = useState<'items' | 'stock' | null>(null)
  if (!refund.ofSale || (refund.state !== 'completed' && refund.state !== 'pending')) return null
  if (open === 'items') return <AssignForm order={order} refund={refund} onClose={() => setOpen(null)} />
  if (open === 'stock') return <StockForm order={order} refund={refund} onClose={() => setOpen(null)} />
  const canAssign = !refund.isItemized && order.state !== 'refunded'
  const canReturn = Object.values(returnable(order, refund)).some((left) => left > 0)
  return (
    <div className={`row-0-3 ${styles.actions}`}>
      {canAssign ? (
        <Button look="quiet" onClick={() => setOpen('items')}>
          Assign to items
        </Button>
      ) : null}
      {canReturn ? (
        <Button look="quiet" onClick={() => setOpen('stock')}>
          Return goods to stock
        </Button>
      ) : null}
    </div>
  )
}

function AssignForm({ order, refund, onClose }: Props & { onClose: () => void }) {
  const [pieces, setPieces] = useState<Pieces>({})
  const [shipping, setShipping] = useState<ShippingChoice>({ of: 'none', amount: '' })
  const totals = totalsOf(order)
  // Refunds without items do not count, because the assignment of this refund takes precedence.
  const before = sumRefunds(
    order.refunds
      .filter(({ state, ofSale, isItemized }) => state !== 'failed' && ofSale && isItemized)
      .map(partsOf),
  )
  const shippingPart = shippingOf(shipping)
  const choice = {
    lines: priced(pieces, order),
    shippingCents: shippingPart === 'all' ? shippingPart : toCents(shippingPart),
  }
  const assign = useOrderChange(
    order,
    () =>
      call(orderAdmin.assignRefund, {
        params: { id: order._id, refundId: refund._id },
        body: { lines: chosen(pieces, order.orderItems), shipping: shippingPart },
      }),
    'Refund assigned',
    onClose,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!assign.isPending && window.confirm('Assign the refund like this? This cannot be changed later.'))
      assign.mutate()
  }
  return (
    <form className="stack-2" onSubmit={submit}>
      <LineFields
        lines={order.orderItems}
        columns={[{ label: 'Refunded', pieces, max: unrefunded(order), onChange: setPieces }]}
      />
      <ShippingFields
        choice={shipping}
        leftCents={leftToRefund(totals, before).shippingCents}
        onChange={setShipping}
      />
      <Parts parts={assignRefund(totals, before, toCents(refund.amount), choice)} total="Refunded" />
      <Button type="submit" busy={assign.isPending}>
        Assign to these items
      </Button>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
    </form>
  )
}

function StockForm({ order, refund, onClose }: Props & { onClose: () => void }) {
  const [pieces, setPieces] = useState<Pieces>({})
  const restock = useOrderChange(
    order,
    () =>
      call(orderAdmin.returnStock, {
        params: { id: order._id, refundId: refund._id },
        body: { stock: chosen(pieces, order.orderItems) },
      }),
    'Goods are back in stock',
    onClose,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!restock.isPending) restock.mutate()
  }
  return (
    <form className="stack-2" onSubmit={submit}>
      <LineFields
        lines={order.orderItems}
        columns={[{ label: 'Back to stock', pieces, max: returnable(order, refund), onChange: setPieces }]}
      />
      <Button type="submit" busy={restock.isPending}>
        Put back in stock
      </Button>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
    </form>
  )
}

/** The pieces that can be returned to stock with this refund. Lines that were already returned with it are excluded. */
function returnable(order: Order, { stock }: Refund): Pieces {
  const left = unreturned(order)
  return { ...left, ...Object.fromEntries(stock.map(({ line }) => [line, 0])) }
}
