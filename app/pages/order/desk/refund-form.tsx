import { useState, type FormEvent } from 'react'
import { REASON_MAX } from '#shared/api/order-desk.ts'
import type { Order } from '#shared/api/orders.ts'
import { toCents } from '#shared/pricing.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { goodsLeft, inDollars } from '../refunds.ts'
import styles from './desk.module.css'
import { useRefund } from './use-refund.ts'

/** All that is left, or an amount; a reason, and which goods come back on the shelf. */
export function RefundForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const [amount, setAmount] = useState(order.refundable.toFixed(2))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const goods = goodsLeft(order)
  const [back, setBack] = useState<Record<string, number> | null>(null)
  const { refund, isPending } = useRefund(order, onClose)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const wrong = problemOf(amount, order.refundable)
    setProblem(wrong)
    if (wrong) return
    const stock = Object.entries(back ?? {}).flatMap(([_id, qty]) => (qty > 0 ? [{ _id, qty }] : []))
    const pieces = stock.reduce((sum, { qty }) => sum + qty, 0)
    const question = `Refund ${inDollars(Number(amount))} to ${order.user.name}?`
    const shelf =
      pieces > 0 ? ` ${pieces === 1 ? 'One piece goes' : `${pieces} pieces go`} back on the shelf.` : ''
    if (!window.confirm(`${question}${shelf} This cannot be undone.`)) return
    refund({ amount: Number(amount), reason, stock })
  }
  return (
    <form className={styles.ship} onSubmit={submit}>
      <Field
        label="Amount in dollars"
        inputMode="decimal"
        value={amount}
        maxLength={9}
        autoComplete="off"
        hint={`${inDollars(order.refundable)} can go back`}
        problem={problem}
        onChange={(event) => setAmount(event.target.value)}
        required
      />
      <Field
        label="Reason"
        value={reason}
        maxLength={REASON_MAX}
        autoComplete="off"
        hint="The buyer sees it, here and at PayPal"
        onChange={(event) => setReason(event.target.value)}
      />
      {goods.length > 0 ? <GoodsBack goods={goods} back={back} onChange={setBack} /> : null}
      <Button type="submit" busy={isPending}>
        Refund {isAmount(amount) ? inDollars(Number(amount)) : ''}
      </Button>
      <Button look="quiet" onClick={onClose}>
        Leave it
      </Button>
    </form>
  )
}

type Goods = ReturnType<typeof goodsLeft>

/** Ticked, everything comes back; fewer can be said line by line. */
function GoodsBack({
  goods,
  back,
  onChange,
}: {
  goods: Goods
  back: Record<string, number> | null
  onChange: (back: Record<string, number> | null) => void
}) {
  const all = Object.fromEntries(goods.map(({ product, left }) => [product, left]))
  return (
    <fieldset className={styles.goods}>
      <legend className="visually-hidden">Goods</legend>
      <CheckField
        label="Goods go back on the shelf"
        checked={back !== null}
        onChange={(event) => onChange(event.target.checked ? all : null)}
      />
      {back
        ? goods.map(({ product, name, left }) => (
            <Field
              key={product}
              label={name}
              type="number"
              min={0}
              max={left}
              step={1}
              unmarked
              hint={`of ${left}`}
              value={back[product] ?? 0}
              onChange={(event) => onChange({ ...back, [product]: Number(event.target.value) })}
            />
          ))
        : null}
    </fieldset>
  )
}

function isAmount(text: string): boolean {
  return /^\d{1,6}(\.\d{1,2})?$/.test(text.trim())
}

function problemOf(text: string, most: number): string | undefined {
  if (!isAmount(text) || Number(text) === 0) return 'Enter an amount such as 12.50'
  return toCents(Number(text)) > toCents(most) ? `No more than ${inDollars(most)} can go back` : undefined
}
