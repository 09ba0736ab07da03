import { useState, type FormEvent, useRef } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { REASON_MAX, orderAdmin } from '#shared/checkout/api/order-admin.ts'
import { type Order, orders } from '#shared/checkout/api/orders.ts'
import { TENDER_NAMES } from '#shared/checkout/tenders.ts'
import { plural } from '#shared/kernel/counts.ts'
import { formatCents, formatDollars, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { leftToRefund, priceRefund, type RefundParts } from '#shared/kernel/refunds.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { isAtPaypal, sourceText } from '#shared/platform/pay-methods.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import {
  type Pieces,
  piecesIn,
  refundedOf,
  priced,
  totalsOf,
  unrefunded,
  unreturned,
} from '#app/platform/orders/refunds.ts'
import { call, CallError } from '#app/platform/api/call.ts'
import { newKey } from '#app/platform/api/send-once.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './admin.module.css'
import {
  AmountField,
  LineFields,
  Parts,
  ShippingFields,
  chosen,
  isAmount,
  shippingOf,
  type Column,
  type ShippingChoice,
  useScrollToForm,
} from './refund-parts.tsx'

/**
 * The form for a refund: pieces per line, shipping, goodwill and reason. Shows the calculated sum.
 * @param wanted the pieces that are chosen at first (`piecesText`)
 */
export function RefundForm({
  order,
  wanted,
  onClose,
}: {
  order: Order
  wanted: string
  onClose: () => void
}) {
  const [choices, setChoices] = useState<RefundChoices>(() => ({
    ...NOTHING,
    pieces: piecesIn(wanted, unrefunded(order)),
  }))
  const [problem, setProblem] = useState<string>()
  const form = useScrollToForm(wanted)
  const { refund, isPending } = useRefund(order, onClose)
  const parts = priceOf(choices, order)
  const { shippingCents } = leftToRefund(totalsOf(order), refundedOf(order))

  const change = (some: Partial<RefundChoices>) => {
    setProblem(undefined)
    setChoices({ ...choices, ...some })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = problemOf(choices, parts, shippingCents)
    setProblem(found)
    if (found || !window.confirm(questionOf(choices, parts, order))) return
    refund({
      lines: chosen(choices.pieces, order.orderItems),
      shipping: shippingOf(choices.shipping),
      goodwill: Number(choices.goodwill),
      total: toDollars(parts.totalCents),
      reason: choices.reason,
      ...(choices.payment ? { payment: choices.payment } : {}),
      stock: chosen(choices.back, order.orderItems),
    })
  }
  return (
    <form ref={form} className="stack-2" onSubmit={submit}>
      <p className={`row-0-3 ${styles.actions}`}>
        <Button look="quiet" onClick={() => change(everything(order))}>
          Choose everything
        </Button>
      </p>
      <Choices order={order} choices={choices} shippingLeft={shippingCents} onChange={change} />
      <Parts parts={parts} total="Refund" />
      <p className={`alarm ${styles.problem}`} role="alert">
        {problem}
      </p>
      <Button type="submit" busy={isPending}>
        Refund {formatCents(parts.totalCents)}
      </Button>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
    </form>
  )
}

function Choices({
  order,
  choices,
  shippingLeft,
  onChange,
}: {
  order: Order
  choices: RefundChoices
  shippingLeft: number
  onChange: (some: Partial<RefundChoices>) => void
}) {
  const refund: Column = {
    label: 'Refund',
    pieces: choices.pieces,
    max: unrefunded(order),
    onChange: (pieces) => onChange({ pieces }),
  }
  const isByCard = order.giftCardPrice === order.totalPrice
  const back: Column = {
    label: 'Back to stock',
    pieces: choices.back,
    max: unreturned(order),
    onChange: (pieces) => onChange({ back: pieces }),
  }
  return (
    <>
      <LineFields lines={order.orderItems} columns={[refund, back]} />
      <ShippingFields
        choice={choices.shipping}
        leftCents={shippingLeft}
        onChange={(shipping) => onChange({ shipping })}
      />
      <AmountField
        label="Goodwill in dollars"
        value={choices.goodwill}
        hint="Not for items or shipping"
        onChange={(goodwill) => onChange({ goodwill })}
      />
      <WayBack
        tendered={order.tendered}
        payment={choices.payment}
        onChange={(payment) => onChange({ payment })}
      />
      <Field
        label="Reason"
        value={choices.reason}
        maxLength={REASON_MAX}
        autoComplete="off"
        hint={
          isByCard || !isAtPaypal(order.paidWith)
            ? 'The buyer sees it'
            : 'The buyer sees it, here and at PayPal'
        }
        onChange={(event) => onChange({ reason: event.target.value })}
      />
    </>
  )
}

type WayBackProps = {
  tendered: Order['tendered']
  payment: string
  onChange: (payment: string) => void
}

/** How staff give it back, if they took it in two ways. */
function WayBack({ tendered, payment, onChange }: WayBackProps) {
  const left = tendered.filter((each) => each.left > 0)
  if (left.length < 2) return null
  return (
    <SelectField
      label="Give it back"
      unmarked
      value={payment}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Card machine first, then cash</option>
      {left.map((each) => (
        <option key={each.payment} value={each.payment}>
          {TENDER_NAMES[each.kind]}, at most {formatDollars(each.left)}
        </option>
      ))}
    </SelectField>
  )
}

type RefundChoices = {
  pieces: Pieces
  back: Pieces
  shipping: ShippingChoice
  /** As typed, in dollars. */
  goodwill: string
  reason: string
  /** One of the payments of an order that was paid in two ways by hand; empty for both. */
  payment: string
}

const NOTHING: RefundChoices = {
  pieces: {},
  back: {},
  shipping: { of: 'none', amount: '' },
  goodwill: '',
  reason: '',
  payment: '',
}

/** Everything that is not refunded yet. Nothing is returned to stock, because an admin must check the goods first. */
function everything(order: Order): Partial<RefundChoices> {
  return { pieces: unrefunded(order), shipping: { of: 'all', amount: '' } }
}

/** The price of the chosen refund. Invalid amounts count as zero. */
function priceOf({ pieces, shipping, goodwill }: RefundChoices, order: Order): RefundParts {
  const shippingPart = shippingOf(shipping)
  return priceRefund(totalsOf(order), refundedOf(order), {
    lines: priced(pieces, order),
    shippingCents: shippingPart === 'all' ? shippingPart : toCents(shippingPart),
    goodwillCents: isAmount(goodwill) ? toCents(Number(goodwill)) : 0,
  })
}

function problemOf(
  { shipping, goodwill }: RefundChoices,
  { totalCents }: RefundParts,
  shippingLeft: number,
): string | undefined {
  const shippingPart = shippingOf(shipping)
  if (!isAmount(goodwill) || (shipping.of === 'part' && !isAmount(shipping.amount)))
    return 'Enter an amount such as 12.50'
  if (shippingPart !== 'all' && toCents(shippingPart) > shippingLeft)
    return `No more than ${formatCents(shippingLeft)} of the shipping can be refunded`
  return totalCents === 0 ? 'Choose what to refund' : undefined
}

function questionOf(
  { back }: RefundChoices,
  { totalCents }: RefundParts,
  { user, orderItems, paidWith }: Order,
): string {
  const pieces = chosen(back, orderItems).reduce((sum, { qty }) => sum + qty, 0)
  const stock = pieces > 0 ? ` ${plural(pieces, 'One piece goes', `${pieces} pieces go`)} back to stock.` : ''
  const to = isAtPaypal(paidWith) ? '' : ` (to ${sourceText(paidWith)})`
  return `Refund ${formatCents(totalCents)} to ${user.name}${to}?${stock} This cannot be undone.`
}

type RefundBody = Body<typeof orderAdmin.refund>

/**
 * Refunds money. If the response is lost, a retry with the same input sends the same idempotency key, so that the money
 * is refunded once.
 */
export function useRefund(order: Order, onDone?: () => void) {
  const client = useQueryClient()
  const attempt = useRef<{ body: string; key: string } | null>(null)
  const refunding = useMutation({
    mutationFn: (body: RefundBody) => {
      const text = JSON.stringify(body)
      if (attempt.current?.body !== text) attempt.current = { body: text, key: newKey() }
      const { key } = attempt.current
      return call(orderAdmin.refund, { params: { id: order._id }, body }, { idempotencyKey: key })
    },
    onSuccess: (changed) => {
      attempt.current = null
      client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, changed)
      toast.success(resultOf(order, changed))
      onDone?.()
    },
    onError: (error) => {
      // After a 4xx response, the next attempt gets a new key. Otherwise the refund may be in progress, and a retry
      // needs the same key.
      if (error instanceof CallError && typeof error.failure === 'number' && error.failure < 500)
        attempt.current = null
      toast.error(error.message)
    },
    onSettled: () => refresh(client, 'orders', 'products'),
  })
  return { refund: refunding.mutate, isPending: refunding.isPending }
}

/** The sum of the refunds that the request made, over all sources; or that PayPal has not finished its part. */
function resultOf(before: Order, after: Order): string {
  const known = new Set(before.refunds.map(({ _id }) => _id))
  const made = after.refunds.filter(({ _id }) => !known.has(_id))
  if (made.some(({ state }) => state !== 'completed')) return 'The refund is in progress at PayPal'
  const cents = made.reduce((sum, { amount }) => sum + toCents(amount), 0)
  return cents > 0 ? `Refunded ${formatCents(cents)}` : 'Refunded'
}
