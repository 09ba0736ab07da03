import { Link } from 'react-router'
import { recall, type RecallPlace, type RecallTrace, type TracedOrder } from '#shared/mail/api/recall.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { Pagination } from '#app/platform/ui/pagination.tsx'
import { Email } from '#app/platform/ui/email.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { ProvenDownload } from '#app/platform/account-forms/proven-download.tsx'
import { Correction } from '#app/roastery/correction.tsx'
import { LotStickers } from '#app/platform/admin/stickers.tsx'
import { RecallMail } from './recall-mail.tsx'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import styles from './recall.module.css'
import { formatPhone } from '#shared/kernel/phone.ts'

/**
 * The trace of a lot, batch, bag or order: back to the green coffee, forward to the buyers, and the coffee that is
 * still on hand.
 */
export function Traced({ trace }: { trace: RecallTrace }) {
  const { of, totals, orders, page, pages } = trace
  return (
    <div className="stack-6">
      <Summary trace={trace} />
      <section aria-labelledby="orders">
        <h2 id="orders" className="below-2">
          Orders
        </h2>
        {orders.length > 0 ? (
          <>
            <AffectedOrders orders={orders} />
            <Pagination page={page} pages={pages} to={(each) => pathOfPlace(of._id, each)} />
          </>
        ) : (
          <p>No order has bags of this coffee.</p>
        )}
      </section>
      {totals.buyers > 0 ? <RecallMail id={of._id} buyers={totals.buyers} /> : null}
      <Way trace={trace} />
    </div>
  )
}

function Summary({ trace }: { trace: RecallTrace }) {
  const weigh = useWeigh()
  const { of, totals, lots, bags } = trace
  const facts = [
    ['Buyers to inform', String(totals.buyers)],
    [
      'Orders',
      totals.here > 0 ? `${totals.orders}, ${totals.here} of them not sent yet` : String(totals.orders),
    ],
    ['Bags in orders', String(totals.bags)],
    ['Bags on hand', String(totals.freeBags)],
    ['Loose coffee on hand', weigh(totals.looseGrams)],
  ]
  return (
    <section className="stack-3 items-left" aria-label="Summary">
      <dl className={`row-2 ${styles.totals}`}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {totals.orders > 0 ? (
        <ProvenDownload to={urlOf(recall.download, { params: { id: of._id } })}>
          Download the list
        </ProvenDownload>
      ) : null}
      {of.kind === 'lot' && totals.bags + totals.freeBags > 0 ? (
        <LotStickers id={of._id} count={totals.bags + totals.freeBags} />
      ) : null}
      {of.kind === 'lot' ? <Correction of="lot" id={of._id} left={lots[0]?.leftGrams ?? 0} /> : null}
      {of.kind === 'bags' ? <Correction of="bags" id={of._id} left={bags[0]?.left ?? 0} /> : null}
    </section>
  )
}

/** The first column of each table: a lot, batch, bag or order, with a link to its own trace. */
function placeColumn<Row extends RecallPlace>(name: string, here: RecallPlace): Column<Row> {
  return {
    name,
    rowHeader: true,
    title: true,
    of: ({ _id: id, code, name: what }) =>
      id === here._id ? (
        <>
          {code}, {what}
        </>
      ) : (
        <Link to={pathOfPlace(id)}>
          {code}, {what}
        </Link>
      ),
  }
}

/** The stages of the coffee, from the green coffee to the bags. */
function Way({ trace: { of, greens, batches, lots, bags } }: { trace: RecallTrace }) {
  const weigh = useWeigh()
  return (
    <>
      <Places
        title="Green coffee"
        rows={greens}
        columns={[
          placeColumn('Lot of green coffee', of),
          { name: 'Supplier', of: ({ supplier }) => supplier },
          {
            name: 'Arrived',
            of: ({ arrivedOn }) => (arrivedOn ? formatDate(arrivedOn, 'shortDay') : 'not yet'),
          },
          { name: 'In these batches', align: 'end', of: ({ usedGrams }) => weigh(usedGrams) },
          { name: 'Left', align: 'end', of: ({ leftGrams }) => weigh(leftGrams) },
        ]}
      />
      <Places
        title="Batches"
        rows={batches}
        columns={[
          placeColumn('Batch', of),
          { name: 'Roasted', of: ({ roastedOn }) => formatDate(roastedOn, 'shortDay') },
          { name: 'Green', align: 'end', of: ({ greenGrams }) => weigh(greenGrams) },
          {
            name: 'After roasting',
            align: 'end',
            of: ({ roastedGrams }) => (roastedGrams === null ? 'not roasted' : weigh(roastedGrams)),
          },
          { name: 'Left', align: 'end', of: ({ leftGrams }) => weigh(leftGrams) },
        ]}
      />
      <Places
        title="Lots"
        rows={lots}
        columns={[
          placeColumn('Lot', of),
          { name: 'Roasted', of: ({ roastedOn }) => formatDate(roastedOn, 'shortDay') },
          { name: 'Coffee', align: 'end', of: ({ grams }) => weigh(grams) },
          { name: 'Left', align: 'end', of: ({ leftGrams }) => weigh(leftGrams) },
        ]}
      />
      <Places
        title="Bags"
        rows={bags}
        columns={[
          placeColumn('Bags of lot', of),
          { name: 'Size', of: ({ size, grind }) => variantText({ size, grind }) },
          { name: 'Packaged', align: 'end', of: ({ qty }) => counted(qty, 'bag') },
          { name: 'On hand', align: 'end', of: ({ left }) => counted(left, 'bag') },
        ]}
      />
    </>
  )
}

function Places<Row extends RecallPlace>({
  title,
  rows,
  columns,
}: {
  title: string
  rows: Row[]
  columns: Column<Row>[]
}) {
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="below-2">{title}</h2>
      <Table label={title} columns={columns} rows={rows} keyOf={({ _id }) => _id} />
    </section>
  )
}

/** The orders of a trace: the coffee that each got, its buyer, and where it was sent. */
function AffectedOrders({ orders }: { orders: TracedOrder[] }) {
  return <Table label="Orders" columns={COLUMNS} rows={orders} keyOf={({ _id }) => _id} />
}

const COLUMNS: Column<TracedOrder>[] = [
  {
    name: 'Order',
    rowHeader: true,
    title: true,
    of: ({ _id: id, code, orderedAt, hasLeft, state }) => (
      <>
        <Link to={`/order/${id}`}>{code}</Link>
        <span className={`soft ${styles.small}`}>
          {formatDate(orderedAt, 'shortDay')}, {hasLeft ? state : `${state}, not sent`}
        </span>
      </>
    ),
  },
  {
    name: 'Buyer',
    of: ({ name, email }) => (
      <>
        {name}
        <span className={`soft ${styles.small}`}>{email ? <Email>{email}</Email> : 'no email'}</span>
      </>
    ),
  },
  {
    name: 'Sent to',
    wide: true,
    of: ({ isPickup, recipient, address, phone }) => (
      <>
        {isPickup ? 'Picked up at the bar' : `${recipient}, ${address}`}
        {phone ? <span className={`soft ${styles.small}`}>{formatPhone(phone)}</span> : null}
      </>
    ),
  },
  {
    name: 'Coffee',
    wide: true,
    of: ({ coffees }) =>
      coffees.map(({ name, size, grind, qty, refunded, lot }) => (
        <span key={`${name} ${size} ${grind} ${lot}`} className={styles.coffee}>
          {qty} × {name}, {variantText({ size, grind })}
          <span className={`soft ${styles.small}`}>
            lot {lot}
            {refunded > 0 ? `, ${refunded} refunded` : ''}
          </span>
        </span>
      )),
  },
  {
    name: 'Trace',
    hideName: true,
    noWrap: true,
    of: ({ _id: id, code }) => (
      <Link to={pathOfPlace(id)} aria-label={`Trace back order ${code}`}>
        Trace back
      </Link>
    ),
  },
]

export const LIST = '/admin/recall'

/** The path of the trace of a lot, a batch, bags or an order. */
export function pathOfPlace(id: string, page = 1): string {
  return `${LIST}?place=${id}${page > 1 ? `&page=${page}` : ''}`
}
