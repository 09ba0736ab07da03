import { discountRow, subtotalOf } from '#shared/platform/discount-text.ts'
import { Money } from '../ui/money.tsx'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import styles from './totals.module.css'

type TotalsProps = {
  /** The price of the items after the discount. */
  itemsPrice: number
  discount?: number
  /** The name of the discount. Also shown if the discount only makes shipping free. */
  discountLabel?: string
  /** In dollars; null before the shipping quote. */
  shippingPrice: number | null
  taxPrice: number
  totalPrice: number
  /** Whether the order buys a gift card, which has no shipping and no tax. */
  isGiftCard?: boolean
  /** The part of the total that gift cards pay, in dollars. */
  giftCardPrice?: number
  /** Whether the order is for pickup, so that there is no shipping. */
  isPickup?: boolean
  /** The refunded part of the total, in dollars. */
  refunded?: number
  /** What has paid the part that gift cards do not pay; missing while it is not paid. */
  restPaidWith?: string | undefined
}

/** Items, Shipping, Tax and Total. Also the refunded amount if there is one. */
export function Totals({
  itemsPrice,
  discount = 0,
  discountLabel = '',
  shippingPrice,
  taxPrice,
  totalPrice,
  isPickup = false,
  isGiftCard = false,
  giftCardPrice = 0,
  refunded = 0,
  restPaidWith,
}: TotalsProps) {
  const row = discountRow({ discount, discountLabel })
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Items</dt>
        <dd>
          <Money dollars={subtotalOf({ itemsPrice, discount })} />
        </dd>
      </div>
      {row ? (
        <div>
          <dt>{row[0]}</dt>
          <dd>{row[1]}</dd>
        </div>
      ) : null}
      {isGiftCard ? null : <ShippingAndTax {...{ isPickup, shippingPrice, taxPrice }} />}
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>
          {shippingPrice === null ? <em>so far </em> : null}
          <Money dollars={totalPrice} />
        </dd>
      </div>
      {giftCardPrice > 0 ? <ByCard {...{ giftCardPrice, totalPrice, restPaidWith }} /> : null}
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

type ByCardProps = { giftCardPrice: number; totalPrice: number; restPaidWith: string | undefined }

/** The amount that gift cards pay, and the rest. */
function ByCard({ giftCardPrice, totalPrice, restPaidWith }: ByCardProps) {
  const rest = toDollars(toCents(totalPrice) - toCents(giftCardPrice))
  return (
    <>
      <div>
        <dt>Gift card</dt>
        <dd>
          −<Money dollars={giftCardPrice} />
        </dd>
      </div>
      <div>
        <dt>{rest > 0 && restPaidWith !== undefined ? `With ${restPaidWith}` : 'Left to pay'}</dt>
        <dd>
          <Money dollars={rest} />
        </dd>
      </div>
    </>
  )
}

function ShippingAndTax({
  isPickup,
  shippingPrice,
  taxPrice,
}: Pick<TotalsProps, 'isPickup' | 'shippingPrice' | 'taxPrice'>) {
  return (
    <>
      <div>
        <dt>{isPickup ? 'Pickup' : 'Shipping'}</dt>
        <dd>{shippingPrice === null ? <em>not known yet</em> : <ShippingPrice dollars={shippingPrice} />}</dd>
      </div>
      <div>
        <dt>Tax</dt>
        <dd>{shippingPrice === null ? <em>not known yet</em> : <Money dollars={taxPrice} />}</dd>
      </div>
    </>
  )
}

function ShippingPrice({ dollars }: { dollars: number }) {
  return dollars === 0 ? 'Free' : <Money dollars={dollars} />
}
