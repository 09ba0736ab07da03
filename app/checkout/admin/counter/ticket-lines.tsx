import { formatDollars, sumOfDollars } from '#shared/kernel/pricing.ts'
import type { CounterQuote } from '#shared/checkout/api/counter.ts'
import { Money } from '#app/platform/ui/money.tsx'
import { Select } from '#app/platform/ui/field.tsx'
import styles from './counter.module.css'
import { titleOf, type Ticket, type TicketLine } from './use-ticket.ts'

/** The chosen goods, with their numbers of pieces and their grinds. */
export function TicketLines({ ticket }: { ticket: Ticket }) {
  return (
    <ul className={styles.lines}>
      {ticket.lines.map((line) => (
        <Line key={line.key} line={line} ticket={ticket} />
      ))}
    </ul>
  )
}

function Line({ line, ticket }: { line: TicketLine; ticket: Ticket }) {
  const { key, qty, left, grind, grinds, price } = line
  const title = titleOf(line)
  return (
    <li>
      <p className={styles.name}>{title}</p>
      <p className={styles.price}>
        <Money dollars={sumOfDollars(Array.from({ length: qty }, () => price))} />
      </p>
      {grinds.length > 1 ? (
        <Select
          aria-label={`Grind of ${title}`}
          value={grind}
          onChange={({ target }) => ticket.setGrind(key, target.value)}
        >
          {grinds.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      ) : (
        <span />
      )}
      <div className={styles.stepper} role="group" aria-label={`Pieces of ${title}`}>
        <button
          type="button"
          aria-label={qty === 1 ? `Remove ${title}` : `One less of ${title}`}
          onClick={() => ticket.setQty(key, qty - 1)}
        >
          −
        </button>
        <output>{qty}</output>
        <button
          type="button"
          aria-label={`One more of ${title}`}
          disabled={qty >= left}
          onClick={() => ticket.setQty(key, qty + 1)}
        >
          +
        </button>
      </div>
    </li>
  )
}

/** What the sale costs, line by line. */
export function SaleTotals({
  quote,
  handover,
}: {
  quote: CounterQuote
  handover: 'ship' | 'pickup' | 'taken'
}) {
  const { itemsPrice, discountPrice, discountLabel, shippingPrice, taxPrice, totalPrice, giftCardPrice } =
    quote
  const { due, cash, rounding } = quote
  return (
    <dl className={styles.totals}>
      <Row name="Items" value={sumOfDollars([itemsPrice, discountPrice])} />
      {discountLabel ? <Row name={`Discount, ${discountLabel}`} value={-discountPrice} /> : null}
      {handover === 'ship' ? <Row name="Shipping" value={shippingPrice} /> : null}
      <Row name="Tax" value={taxPrice} />
      <Row name="Total" value={totalPrice} isTotal />
      {giftCardPrice > 0 ? (
        <>
          <Row name="Gift card" value={-giftCardPrice} />
          <Row name="Left to pay" value={due} isTotal />
        </>
      ) : null}
      {rounding === 0 ? null : (
        <div className="soft">
          <dt>In cash</dt>
          <dd>{formatDollars(cash)}</dd>
        </div>
      )}
    </dl>
  )
}

function Row({ name, value, isTotal = false }: { name: string; value: number; isTotal?: boolean }) {
  return (
    <div className={isTotal ? styles.total : undefined}>
      <dt>{name}</dt>
      <dd>
        <Money dollars={value} />
      </dd>
    </div>
  )
}
