import { useEffect, useRef } from 'react'
import type { Order } from '#shared/checkout/api/orders.ts'
import { formatCents, toDollars } from '#shared/kernel/pricing.ts'
import { type RefundParts } from '#shared/kernel/refunds.ts'
import { lineVariant } from '#shared/kernel/sizes.ts'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import type { Pieces } from '#app/platform/orders/refunds.ts'
import styles from './admin.module.css'

/** A number field that each line of the order has: its label, and the chosen and the maximum number by line. */
export type Column = {
  label: string
  pieces: Pieces
  max: Pieces
  onChange: (pieces: Pieces) => void
}

/** The lines of an order, each with one or two number fields. Lines whose maximum is 0 are left out. */
export function LineFields({ lines, columns }: { lines: Order['orderItems']; columns: Column[] }) {
  const open = lines.filter(({ line }) => columns.some(({ max }) => (max[line] ?? 0) > 0))
  return open.map(({ line, price, discount, qty, ...item }) => (
    <fieldset key={line} className={`halves gap-1-2 may-shrink rule-below ${styles.line}`}>
      <legend>{item.name}</legend>
      <p className="soft">
        {qty} × <Money dollars={price} />
        {lineVariant(item) ? `, ${lineVariant(item)}` : null}
        {discount > 0 ? (
          <>
            , <Money dollars={discount} /> off
          </>
        ) : null}
      </p>
      {columns.map(({ label, pieces, max, onChange }) => (
        <Field
          key={label}
          label={label}
          type="number"
          inputMode="numeric"
          min={0}
          max={max[line] ?? 0}
          step={1}
          unmarked
          disabled={(max[line] ?? 0) === 0}
          hint={`at most ${max[line] ?? 0}`}
          value={pieces[line] ?? 0}
          onChange={({ target }) => onChange({ ...pieces, [line]: Math.trunc(Number(target.value)) })}
        />
      ))}
    </fieldset>
  ))
}

/** How much of the shipping price to refund: nothing, the rest, or a typed amount in dollars. */
export type ShippingChoice = { of: 'none' | 'all' | 'part'; amount: string }

/** @param leftCents the part of the shipping price that is not refunded yet, in cents */
export function ShippingFields({
  choice,
  leftCents,
  onChange,
}: {
  choice: ShippingChoice
  leftCents: number
  onChange: (choice: ShippingChoice) => void
}) {
  if (leftCents === 0) return null
  const left = formatCents(leftCents)
  return (
    <>
      <SelectField
        label="Shipping"
        unmarked
        value={choice.of}
        onChange={({ target }) => onChange({ ...choice, of: target.value as ShippingChoice['of'] })}
      >
        <option value="none">None</option>
        <option value="all">The rest, {left}</option>
        <option value="part">A part of it</option>
      </SelectField>
      {choice.of === 'part' ? (
        <AmountField
          label="Shipping in dollars"
          value={choice.amount}
          hint={`No more than ${left}`}
          onChange={(amount) => onChange({ ...choice, amount })}
        />
      ) : null}
    </>
  )
}

export function AmountField({
  label,
  value,
  hint,
  onChange,
}: {
  label: string
  value: string
  hint: string
  onChange: (value: string) => void
}) {
  return (
    <Field
      label={label}
      inputMode="decimal"
      value={value}
      maxLength={9}
      autoComplete="off"
      unmarked
      hint={hint}
      problem={isAmount(value) ? undefined : 'Enter an amount such as 12.50'}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Whether the text is an amount in dollars such as 12.50. An empty text is valid and means zero. */
export function isAmount(text: string): boolean {
  return /^(\d{1,6}(\.\d{1,2})?)?$/.test(text.trim())
}

/** The chosen shipping refund for the request: 'all', or an amount in dollars. */
export function shippingOf({ of, amount }: ShippingChoice): 'all' | number {
  if (of === 'all') return of
  return of === 'part' && isAmount(amount) ? Number(amount) : 0
}

/** The parts of a refund and their sum. */
export function Parts({ parts, total }: { parts: RefundParts; total: string }) {
  const rows = [
    ['Goods', parts.goodsCents],
    ['Tax', parts.taxCents],
    ['Shipping', parts.shippingCents],
    [parts.goodwillCents < 0 ? 'Goodwill given before' : 'Goodwill', parts.goodwillCents],
  ] as const
  return (
    <dl className={styles.parts} aria-live="polite">
      {rows.map(([name, cents]) =>
        cents === 0 ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {cents < 0 ? '−' : null}
              <Money dollars={toDollars(Math.abs(cents))} />
            </dd>
          </div>
        ),
      )}
      <div className={styles.sum}>
        <dt>{total}</dt>
        <dd>
          <Money dollars={toDollars(parts.totalCents)} />
        </dd>
      </div>
    </dl>
  )
}

/** The chosen pieces for the request. */
export function chosen(pieces: Pieces, lines: Order['orderItems']) {
  return lines.flatMap(({ product: _id, line }) => {
    const qty = pieces[line] ?? 0
    return qty > 0 ? [{ _id, line, qty }] : []
  })
}

/**
 * Scrolls a form into view that a link has opened. Returns the ref of the form.
 * @param wanted the pieces that the link chooses; empty if an admin opened the form
 */
export function useScrollToForm(wanted: string) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (wanted) form.current?.scrollIntoView({ block: 'center' })
  }, [wanted])
  return form
}
