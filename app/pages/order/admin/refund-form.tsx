import { useState, type FormEvent } from 'react'
import { REASON_MAX } from '#shared/api/order-admin.ts'
import type { Order } from '#shared/api/orders.ts'
import { plural } from '#shared/counts.ts'
import {
  formatCents,
  leftToRefund,
  priceRefund,
  type RefundParts,
  toCents,
  toDollars,
} from '#shared/pricing.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { type Pieces, refundedOf, totalsOf, unrefunded, unreturned } from '../../../orders/refunds.ts'
import styles from './admin.module.css'
import {
  AmountField,
  LineFields,
  Parts,
  ShippingFields,
  chosen,
  isAmount,
  priced,
  shippingOf,
  type Column,
  type ShippingChoice,
} from './refund-parts.tsx'
import { useRefund } from './use-refund.ts'

/** What is refunded of an order, line by line, with what it comes to before the press. */
export function RefundForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const [wish, setWish] = useState<RefundChoices>(NOTHING)
  const [problem, setProblem] = useState<string>()
  const { refund, isPending } = useRefund(order, onClose)
  const parts = priceOf(wish, order)
  const { shippingCents } = leftToRefund(totalsOf(order), refundedOf(order))

  const change = (some: Partial<RefundChoices>) => {
    setProblem(undefined)
    setWish({ ...wish, ...some })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const wrong = problemOf(wish, parts, shippingCents)
    setProblem(wrong)
    if (wrong || !window.confirm(questionOf(wish, parts, order))) return
    refund({
      lines: chosen(wish.pieces),
      shipping: shippingOf(wish.shipping),
      goodwill: Number(wish.goodwill),
      total: toDollars(parts.totalCents),
      reason: wish.reason,
      stock: chosen(wish.back),
    })
  }
  return (
    <form className={styles.ship} onSubmit={submit}>
      <p className={styles.ways}>
        <Button look="quiet" onClick={() => change(everything(order))}>
          Choose everything
        </Button>
      </p>
      <Choices order={order} wish={wish} shippingLeft={shippingCents} onChange={change} />
      <Parts parts={parts} total="Refund" />
      <p className={styles.problem} role="alert">
        {problem}
      </p>
      <Button type="submit" busy={isPending}>
        Refund {formatCents(parts.totalCents)}
      </Button>
      <Button look="quiet" onClick={onClose}>
        Leave it
      </Button>
    </form>
  )
}

function Choices({
  order,
  wish,
  shippingLeft,
  onChange,
}: {
  order: Order
  wish: RefundChoices
  shippingLeft: number
  onChange: (some: Partial<RefundChoices>) => void
}) {
  const refund: Column = {
    label: 'Refund',
    pieces: wish.pieces,
    most: unrefunded(order),
    onChange: (pieces) => onChange({ pieces }),
  }
  const back: Column = {
    label: 'Back to stock',
    pieces: wish.back,
    most: unreturned(order),
    onChange: (pieces) => onChange({ back: pieces }),
  }
  return (
    <>
      <LineFields lines={order.orderItems} columns={[refund, back]} />
      <ShippingFields
        choice={wish.shipping}
        leftCents={shippingLeft}
        onChange={(shipping) => onChange({ shipping })}
      />
      <AmountField
        label="Goodwill in dollars"
        value={wish.goodwill}
        hint="For neither items nor shipping"
        onChange={(goodwill) => onChange({ goodwill })}
      />
      <Field
        label="Reason"
        value={wish.reason}
        maxLength={REASON_MAX}
        autoComplete="off"
        hint="The buyer sees it, here and at PayPal"
        onChange={(event) => onChange({ reason: event.target.value })}
      />
    </>
  )
}

type RefundChoices = {
  pieces: Pieces
  back: Pieces
  shipping: ShippingChoice
  /** As it is typed. */
  goodwill: string
  reason: string
}

const NOTHING: RefundChoices = {
  pieces: {},
  back: {},
  shipping: { of: 'none', amount: '' },
  goodwill: '',
  reason: '',
}

/** All items and all shipping that are left; what comes back in stock is for somebody to say who has seen it. */
function everything(order: Order): Partial<RefundChoices> {
  return { pieces: unrefunded(order), shipping: { of: 'all', amount: '' } }
}

/** What the choices come to; an amount that cannot be read counts for nothing. */
function priceOf({ pieces, shipping, goodwill }: RefundChoices, order: Order): RefundParts {
  const wanted = shippingOf(shipping)
  return priceRefund(totalsOf(order), refundedOf(order), {
    lines: priced(pieces, order.orderItems),
    shippingCents: wanted === 'all' ? wanted : toCents(wanted),
    goodwillCents: isAmount(goodwill) ? toCents(Number(goodwill)) : 0,
  })
}

function problemOf(
  { shipping, goodwill }: RefundChoices,
  { totalCents }: RefundParts,
  shippingLeft: number,
): string | undefined {
  const wanted = shippingOf(shipping)
  if (!isAmount(goodwill) || (shipping.of === 'part' && !isAmount(shipping.amount)))
    return 'Enter an amount such as 12.50'
  if (wanted !== 'all' && toCents(wanted) > shippingLeft)
    return `No more than ${formatCents(shippingLeft)} of the shipping can go back`
  return totalCents === 0 ? 'Choose what to refund' : undefined
}

function questionOf({ back }: RefundChoices, { totalCents }: RefundParts, { user }: Order): string {
  const pieces = chosen(back).reduce((sum, { qty }) => sum + qty, 0)
  const shelf =
    pieces > 0 ? ` ${plural(pieces, 'One piece goes', `${pieces} pieces go`)} back on the shelf.` : ''
  return `Refund ${formatCents(totalCents)} to ${user.name}?${shelf} This cannot be undone.`
}
