import type { ReactNode } from 'react'
import type { Sales } from '#shared/checkout/api/order-admin.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { formatRate, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { Skeleton } from '#app/platform/ui/skeleton.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import styles from './sales.module.css'

/** The totals of a period after its refunds. The CSV file ends with the same totals. */
export function Sums({ of: sales, isOld }: { of?: Sales; isOld: boolean }) {
  const { tax } = useBusiness()
  const kept = sales?.kept
  const taxes = sales?.taxes.length ? sales.taxes : [tax]
  const hasOtherBasis = kept !== undefined && kept.otherBasis > 0
  return (
    <>
      <dl className={styles.sums} aria-busy={isOld || undefined}>
        <Sum name="Orders">{kept && formatNumber(kept.orders)}</Sum>
        <Sum name="Items">{kept && <Money dollars={kept.itemsPrice} />}</Sum>
        {kept && kept.discounts > 0 ? (
          <Sum name="Discounts given">
            <Money dollars={kept.discounts} />
          </Sum>
        ) : null}
        <Sum name="Shipping">{kept && <Money dollars={kept.shippingPrice} />}</Sum>
        {sales && sales.refunded.taxPrice > 0 ? (
          <>
            <Sum name="Tax collected">
              <Money dollars={sales.paid.taxPrice} />
            </Sum>
            <Sum name="Tax refunded">
              −<Money dollars={sales.refunded.taxPrice} />
            </Sum>
          </>
        ) : null}
        <Sum name="Tax after refunds">{kept && <Money dollars={kept.taxPrice} />}</Sum>
        {kept && kept.goodwill !== 0 ? (
          <Sum name="Goodwill">
            −<Money dollars={Math.abs(kept.goodwill)} />
          </Sum>
        ) : null}
        <Sum name="Total after refunds">{kept && <Money dollars={kept.totalPrice} />}</Sum>
        <Sum name={taxedText(taxes)}>{kept && <Money dollars={basisOf(kept)} />}</Sum>
      </dl>
      <p className="measure-form soft">
        Orders by the day on which they were paid, less refunds by the day on which they were made.
        {sales && sales.refunded.totalPrice > 0 ? (
          <>
            {' '}
            Subtracted: <Money dollars={sales.refunded.totalPrice} /> of refunds, also of orders that were
            paid before{sales.refunded.orders > 0 ? `, ${sales.refunded.orders} of them in full` : ''}.
          </>
        ) : null}
        {hasOtherBasis ? (
          <>
            {' '}
            <Money dollars={kept.otherBasis} /> of the taxed sales was not food, which some states tax at
            another rate.
          </>
        ) : null}
      </p>
    </>
  )
}

/** `Taxed at 1% in VA, after refunds`. After a change of the tax rule, it has all rates of the period. */
function taxedText(taxes: Sales['taxes']): string {
  return `Taxed at ${taxes.map((each) => `${formatRate(each)} in ${each.state}`).join(', ')}, after refunds`
}

function basisOf({ foodBasis, otherBasis }: Sales['kept']): number {
  return toDollars(toCents(foodBasis) + toCents(otherBasis))
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <Skeleton height="1.2em" width="5rem" />}</dd>
    </div>
  )
}
