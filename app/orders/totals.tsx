import { Money } from '../ui/money.tsx'
import styles from './totals.module.css'

type TotalsProps = {
  itemsPrice: number
  /** Null while nobody knows it yet. */
  shippingPrice: number | null
  taxPrice: number
  totalPrice: number
  /** What of it went back since. */
  refunded?: number
}

/** Items, Shipping, Tax, Total; and what went back of it. */
export function Totals({ itemsPrice, shippingPrice, taxPrice, totalPrice, refunded = 0 }: TotalsProps) {
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Items</dt>
        <dd>
          <Money dollars={itemsPrice} />
        </dd>
      </div>
      <div>
        <dt>Shipping</dt>
        <dd>{shippingPrice === null ? <em>not known yet</em> : <Money dollars={shippingPrice} />}</dd>
      </div>
      <div>
        <dt>Tax</dt>
        <dd>{shippingPrice === null ? <em>not known yet</em> : <Money dollars={taxPrice} />}</dd>
      </div>
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>
          {shippingPrice === null ? <em>so far </em> : null}
          <Money dollars={totalPrice} />
        </dd>
      </div>
      {refunded > 0 ? (
        <div>
          <dt>Refunded</dt>
          <dd>
            −<Money dollars={refunded} />
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
