import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { counter, type CounterSale } from '#shared/checkout/api/counter.ts'
import { TENDER_NAMES } from '#shared/checkout/tenders.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars, sumOfDollars } from '#shared/kernel/pricing.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { ask } from '#app/platform/api/query.ts'
import { AdminResource } from '#app/platform/admin/admin-page.tsx'
import { RequireStaff } from '#app/platform/session/guard.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Skeleton } from '#app/platform/ui/skeleton.tsx'
import { Mark } from '#app/platform/layout/mark.tsx'
import { MailReceipt } from './done.tsx'
import styles from './receipt.module.css'

/** The receipt of an order, for a printer of receipts or for a sheet. */
export default function Receipt() {
  const { id = '' } = useParams()
  return (
    <section className="stack-3">
      <PageHead title="Receipt" hidden />
      <header className="row-2 align-middle apart screen-only">
        <h1>Receipt</h1>
        <Button onClick={() => window.print()}>Print</Button>
      </header>
      <RequireStaff access="barista" skeleton={<Skeleton height="30rem" />}>
        {() => <ReceiptOf id={id} />}
      </RequireStaff>
    </section>
  )
}

function ReceiptOf({ id }: { id: string }) {
  const answer = useQuery(ask(counter.one, { params: { id } }))
  return (
    <AdminResource answer={answer} what="receipt" gone="There is no such order." list="/admin/counter">
      {(sale) => (
        <div className={styles.page}>
          <Sheet sale={sale} />
          {sale.paidAt === null ? null : (
            <div className="screen-only measure-form full-width">
              <MailReceipt id={sale._id} email={sale.buyer.email} />
            </div>
          )}
        </div>
      )}
    </AdminResource>
  )
}

function Sheet({ sale }: { sale: CounterSale }) {
  const { mark, roasters, place, contactEmail } = useBusiness()
  return (
    <article className={styles.sheet}>
      <header>
        <Mark className={styles.mark} text={mark} />
        <p>
          {roasters}
          <br />
          {place.street}
          <br />
          {place.city}, {place.state} {place.postalCode}
        </p>
      </header>
      <p>
        Order No. {sale.number}
        <br />
        {formatDate(sale.paidAt ?? sale.createdAt, 'dayAndTime')}
        {sale.placedBy ? (
          <>
            <br />
            Served by {sale.placedBy}
          </>
        ) : null}
      </p>
      {sale.paidAt === null ? <p className="strong">Not paid yet</p> : null}
      <Goods sale={sale} />
      <Sums sale={sale} />
      <footer>
        <p>Thank you.</p>
        <p>{contactEmail}</p>
      </footer>
    </article>
  )
}

function Goods({ sale: { items } }: { sale: CounterSale }) {
  return (
    <ul className={styles.items}>
      {items.map(({ product, sizeId, name, qty, price }) => (
        <li key={`${product} ${sizeId} ${name}`}>
          <span>
            {qty} × {name}
          </span>
          <span>{formatDollars(sumOfDollars(Array.from({ length: qty }, () => price)))}</span>
        </li>
      ))}
    </ul>
  )
}

function Sums({ sale }: { sale: CounterSale }) {
  const { discountLabel, discountPrice, handover, shippingPrice, taxPrice, taxRate, giftCardPrice } = sale
  return (
    <dl className={styles.sums}>
      {discountLabel ? <Row name={`Discount, ${discountLabel}`} value={-discountPrice} /> : null}
      {handover === 'ship' ? <Row name="Shipping" value={shippingPrice} /> : null}
      <Row name={taxRate > 0 ? `Tax ${taxRate}%` : 'Tax'} value={taxPrice} />
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{formatDollars(sale.totalPrice)}</dd>
      </div>
      {giftCardPrice > 0 ? <Row name="Gift card" value={giftCardPrice} /> : null}
      {sale.tenders.map((tender) => (
        <Tender key={`${tender.at} ${tender.kind}`} tender={tender} />
      ))}
    </dl>
  )
}

/** What was taken, or given back. Cash has what was handed over and the change. */
function Tender({ tender }: { tender: CounterSale['tenders'][number] }) {
  const { kind, amount, rounding, received, change, lastFour, approval, at } = tender
  const isBack = amount < 0
  const name = `${TENDER_NAMES[kind]}${lastFour ? ` ending in ${lastFour}` : ''}`
  return (
    <>
      {rounding === 0 ? null : <Row name="Rounding" value={rounding} />}
      <Row
        name={isBack ? `Given back, ${formatDate(at, 'shortDay')}, ${name}` : name}
        value={sumOfDollars([amount, rounding])}
      />
      {received === null || change === null || change === 0 ? null : (
        <>
          <Row name="Handed over" value={received} />
          <Row name="Change" value={change} />
        </>
      )}
      {approval ? (
        <div>
          <dt>Approval</dt>
          <dd>{approval}</dd>
        </div>
      ) : null}
    </>
  )
}

function Row({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatDollars(value)}</dd>
    </div>
  )
}
