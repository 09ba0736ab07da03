import { Fragment } from 'react'
import type { InvoicePaper } from '#shared/wholesale/api/invoices.ts'
import { dueText, FORMER_TEXT, orderText, sumsOf } from '#shared/wholesale/paper-sums.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import styles from './paper.module.css'

/** The paper of an invoice: the same data as its PDF. */
export function Paper({ paper }: { paper: InvoicePaper }) {
  const { seller, buyer, shipTo, exempt, payTo, open, isTrial } = paper
  const isFormer = paper.formerTotal !== null
  return (
    <article className={`stack-3 figures ${styles.paper}`} aria-label={`Invoice ${paper.number}`}>
      <div className={styles.parties}>
        <Party title="From" name={seller.name} lines={[...seller.lines, seller.phone, seller.email]} />
        <Party title="Billed to" name={buyer.name} lines={buyer.lines} />
        {shipTo.map(([name = '', ...lines]) => (
          <Party key={[name, ...lines].join()} title="Delivered to" name={name} lines={lines} />
        ))}
        <div>
          <h3>Dates</h3>
          <p>Issued {formatDate(paper.issuedOn, 'shortDay')}</p>
          {isFormer ? null : <p>Delivered {formatDate(paper.deliveredOn, 'shortDay')}</p>}
          <p>{dueText(paper, formatDate(paper.dueOn, 'shortDay'))}</p>
        </div>
        <Orders of={paper.orders} />
      </div>
      {isFormer ? (
        <p>{FORMER_TEXT}</p>
      ) : (
        <Table label="Items" columns={COLUMNS} rows={paper.lines} keyOf={({ line }) => String(line)} />
      )}
      <Sums paper={paper} />
      {exempt ? <p>{exempt}.</p> : null}
      {open > 0 && payTo ? <p className="pre-line soft">{payTo}</p> : null}
      {isTrial ? <p className="soft">This shop is being tried out: no money moves.</p> : null}
    </article>
  )
}

function Party({ title, name, lines }: { title: string; name: string; lines: string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <p>{name}</p>
      {lines.filter(Boolean).map((line) => (
        <p key={line} className="break-words">
          {line}
        </p>
      ))}
    </div>
  )
}

/** Their numbers, and those of the buyer. Of an invoice of a former system at most the latter is known. */
function Orders({ of: orders }: { of: InvoicePaper['orders'] }) {
  if (orders.length === 0) return null
  return (
    <div>
      <h3>{orders.length === 1 ? 'Order' : 'Orders'}</h3>
      {orders.map(({ number, po }) => (
        <p key={number}>{orderText(number, po)}</p>
      ))}
    </div>
  )
}

function Sums({ paper }: { paper: InvoicePaper }) {
  return (
    <dl className={styles.sums}>
      {sumsOf(paper).map(([name, amount, isTotal]) => (
        <Fragment key={name}>
          <dt className={isTotal ? styles.total : undefined}>{name}</dt>
          <dd className={isTotal ? styles.total : undefined}>{amount}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

type Line = InvoicePaper['lines'][number]

const COLUMNS: Column<Line>[] = [
  {
    name: 'ITEM',
    of: ({ name, sku }) => [name, sku].filter(Boolean).join(' · '),
    rowHeader: true,
    title: true,
  },
  {
    name: 'QUANTITY',
    of: ({ qty, credited }) => (credited > 0 ? `${qty} (${credited} credited)` : qty),
    align: 'end',
    inline: true,
  },
  { name: 'PRICE', of: ({ price }) => <Money dollars={price} />, align: 'end', inline: true, noWrap: true },
  {
    name: 'AMOUNT',
    of: ({ amount }) => <Money dollars={amount} />,
    align: 'end',
    inline: true,
    noWrap: true,
  },
]
