import { useRef, type KeyboardEvent } from 'react'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents, formatDollars } from '#shared/kernel/pricing.ts'
import { MAX_QTY } from '#shared/wholesale/api/account-orders.ts'
import { titleOf } from '#shared/wholesale/paste.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Select } from '#app/platform/ui/field.tsx'
import styles from './order.module.css'
import type { Line, Order } from './use-order.ts'

/** A coffee in one size: what it costs, what is usually taken, and how many are ordered. */
export function Row({ line, order, priceCents }: { line: Line; order: Order; priceCents: number }) {
  const { row, entry } = line
  const { qty } = entry
  const title = titleOf(row)
  return (
    <li className={`rule-soft ${styles.row}`} data-ordered={qty > 0 || undefined}>
      <div className="packed may-shrink">
        <p className="break-words">
          <span className="strong">{row.name}</span>
          {row.size ? `, ${row.size}` : ''}
        </p>
        <p className="small soft figures">{factsOf(line, priceCents)}</p>
      </div>
      {row.grinds.length > 1 && qty > 0 ? (
        <Grind line={line} order={order} title={title} />
      ) : (
        <Usual line={line} order={order} />
      )}
      <Quantity line={line} order={order} title={title} />
      <p className={`figures text-right ${styles.sum}`}>{qty > 0 ? formatCents(priceCents * qty) : ''}</p>
    </li>
  )
}

function factsOf({ row, entry, isFirst }: Line, priceCents: number): string {
  const cases = row.pack !== null && entry.qty > 0 ? `${entry.qty / row.pack}` : ''
  return [
    priceCents < Math.round(row.price * 100)
      ? `${formatCents(priceCents)} instead of ${formatDollars(row.price)}`
      : formatDollars(row.price),
    row.pack === null ? '' : `cases of ${row.pack}${cases ? `: ${cases}` : ''}`,
    row.left !== null && row.left < Math.max(20, entry.qty) ? `${row.left} in stock` : '',
    row.until === null ? '' : `in season until ${formatDate(row.until, 'shortMonthDay')}`,
    row.isTaxed ? '' : 'no tax',
    row.last > 0 && isFirst ? `last ${row.last}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** One press takes the usual quantity. */
function Usual({ line: { row, entry, isFirst }, order }: { line: Line; order: Order }) {
  if (row.typical === 0 || !isFirst) return <span />
  return (
    <Button
      look="quiet"
      className="self-left"
      aria-label={`Take the usual ${row.typical} of ${titleOf(row)}`}
      onClick={() => order.setQty(entry, row.typical)}
    >
      Usual {row.typical}
    </Button>
  )
}

function Grind({ line: { row, entry }, order, title }: { line: Line; order: Order; title: string }) {
  return (
    <Select
      aria-label={`Grind of ${title}`}
      className={styles.grind}
      value={entry.grind}
      onChange={({ target }) => order.setGrind(entry, target.value)}
    >
      {row.grinds.map((grind) => (
        <option key={grind}>{grind}</option>
      ))}
    </Select>
  )
}

/** Minus, a number, plus. Arrow up and down change the number, Enter goes to the next row. */
function Quantity({ line: { row, entry }, order, title }: { line: Line; order: Order; title: string }) {
  const field = useRef<HTMLInputElement>(null)
  const step = row.pack ?? 1
  const set = (qty: number) => order.setQty(entry, Math.min(MAX_QTY, Math.max(0, qty)))
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key]
    if (by === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (by === undefined) focusNext(field.current, event.shiftKey ? -1 : 1)
    else set(entry.qty + by)
  }
  return (
    <div className={`flex align-middle ${styles.quantity}`}>
      <button
        type="button"
        aria-label={`Fewer of ${title}`}
        aria-disabled={entry.qty === 0 || undefined}
        onClick={() => set(entry.qty - step)}
      >
        −
      </button>
      <input
        ref={field}
        aria-label={`Pieces of ${title}`}
        inputMode="numeric"
        autoComplete="off"
        data-quantity
        value={entry.qty === 0 ? '' : String(entry.qty)}
        placeholder="0"
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => set(Number(target.value.replaceAll(/\D/g, '').slice(0, 4)))}
        onKeyDown={onKeyDown}
      />
      <button type="button" aria-label={`More of ${title}`} onClick={() => set(entry.qty + step)}>
        +
      </button>
    </div>
  )
}

function focusNext(field: HTMLInputElement | null, by: 1 | -1): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-quantity]')]
  fields[fields.indexOf(field!) + by]?.focus()
}
