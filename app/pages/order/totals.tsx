import { Money } from '../../ui/money.tsx'
import styles from './totals.module.css'

type TotalsProps = {
  itemsPrice: number
  /** Null while nobody knows it yet. */
  shippingPrice: number | null
  taxPrice: number
  totalPrice: number
}

/** Items, Shipping, Tax, Total. */
export function Totals({ itemsPrice, shippingPrice, taxPrice, totalPrice }: TotalsProps) {
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
    </dl>
  )
}
