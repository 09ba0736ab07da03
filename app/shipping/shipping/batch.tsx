import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  labelBatches,
  type BatchRow,
  type BatchRowState,
  type LabelBatch,
} from '#shared/shipping/api/label-batches.ts'
import { isPrintable } from '#shared/platform/printable-labels.ts'
import { isPrinted } from '#shared/shipping/printed-rows.ts'
import { counted, plural } from '#shared/kernel/counts.ts'
import { formatDollars, sumOfDollars } from '#shared/kernel/pricing.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { focusHeading } from '#app/platform/layout/focus-heading.ts'
import { ask } from '#app/platform/api/query.ts'
import { OrderLink } from '#app/platform/orders/order-link.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Skeleton } from '#app/platform/ui/skeleton.tsx'
import { labelsOf } from './label-count.ts'
import styles from './shipping.module.css'
import type { useBatch } from './use-batch.ts'

type Actions = ReturnType<typeof useBatch>

/** Milliseconds between two looks at a label whose purchase the carrier has not answered. */
const LOOK_EVERY = 3000

/** A batch of labels: what would be bought, the progress of the purchase, an answer for each order, and what is printed. */
export function Batch({ id, actions, close }: { id: string; actions: Actions; close: () => void }) {
  const answer = useQuery({
    ...ask(labelBatches.one, { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      !actions.isRunning && data?.rows.some(({ state }) => state === 'buying') ? LOOK_EVERY : false,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const isShown = answer.data !== undefined
  const isChosen = actions.chosen === id
  useEffect(() => {
    // The pressed button is disabled and loses the focus, so the focus moves to the heading.
    if (actions.isRunning && isShown) heading.current?.focus()
  }, [actions.isRunning, isShown])
  useEffect(() => {
    // A small batch may be bought before it is shown.
    if (isChosen && isShown) heading.current?.focus()
  }, [isChosen, isShown])
  return (
    <section className={`stack-2 pad-3 box ${styles.panel}`} aria-labelledby="batch">
      <h2 id="batch" ref={heading} tabIndex={-1}>
        This batch
      </h2>
      {answer.data ? (
        <BatchRows batch={answer.data} actions={actions} close={close} />
      ) : answer.isError ? (
        <LoadError error={answer.error} retry={answer.refetch} />
      ) : (
        <Skeleton height="12rem" />
      )}
    </section>
  )
}

function BatchRows({ batch, actions, close }: { batch: LabelBatch; actions: Actions; close: () => void }) {
  const { rows, isStarted } = batch
  const left = rows.filter(({ state }) => state === 'waiting').length
  return (
    <>
      <p role="status">{statusOf(batch, actions.isRunning)}</p>
      {isStarted ? (
        <progress
          className={`full-width box mat ${styles.progress}`}
          value={rows.length - left}
          max={rows.length}
          aria-labelledby="batch"
        />
      ) : null}
      {actions.error ? <Alert tone="danger">{actions.error.message}</Alert> : null}
      {actions.isRunning ? null : <BatchActions batch={batch} actions={actions} close={close} />}
      {GROUPS.map(([state, after, before = after]) => {
        const title = isStarted ? after : before
        const some = rows.filter((row) => groupOf(row) === state)
        return some.length > 0 ? (
          <Group
            key={state}
            title={`${title} (${some.length})`}
            rows={some}
            batch={batch}
            actions={actions}
          />
        ) : null
      })}
    </>
  )
}

type Group = BatchRowState | 'leftOut'

/** An order that gets no label is left out, and not tried again. */
const groupOf = ({ state, isLeftOut }: BatchRow): Group => (isLeftOut ? 'leftOut' : state)

/** The groups of answers in the order of the page: first the orders that need a decision. */
const GROUPS: readonly (readonly [Group, after: string, before?: string])[] = [
  ['missing', 'Something is missing: nothing was bought'],
  ['price', 'The price is higher: nothing was bought'],
  ['refused', 'Refused: nothing was bought'],
  ['untold', 'Bought, but the buyer was not told'],
  ['voided', 'Voided since'],
  ['buying', 'Being bought'],
  ['waiting', 'Waiting', 'Ready'],
  ['leftOut', 'Left out'],
  ['done', 'Bought'],
]

/** The answers that *Try the rest again* tries again. */
const FAILED: ReadonlySet<Group> = new Set<Group>(['missing', 'refused', 'untold'])

function statusOf({ rows, isStarted }: LabelBatch, isRunning: boolean): string {
  const count = (...groups: Group[]) => rows.filter((row) => groups.includes(groupOf(row))).length
  const waiting = count('waiting')
  const bought = count('done', 'untold')
  if (isRunning) return `Buying label ${Math.min(rows.length - waiting + 1, rows.length)} of ${rows.length}`
  if (isStarted) {
    const failed = count('missing', 'price', 'refused', 'voided')
    const parts = [
      `${bought} of ${rows.length} bought`,
      ...(failed > 0 ? [`${failed} not`] : []),
      ...(count('buying') > 0 ? [`${count('buying')} being checked`] : []),
      ...(waiting > 0 ? [`${waiting} waiting`] : []),
      ...(count('leftOut') > 0 ? [`${count('leftOut')} left out`] : []),
    ]
    return `${parts.join(', ')}.`
  }
  const cost = sumOfDollars(rows.map((row) => row.cost))
  const mails = rows.filter((row) => row.mails).length
  const labels = labelsOf(rows.filter((row) => row.state === 'waiting' && row.cost > 0))
  return [
    `${counted(labels, 'label')} for about ${formatDollars(cost)}; ${mails === 0 ? 'no email goes out' : `${counted(mails, 'email')} ${plural(mails, 'goes', 'go')} out`}.`,
    ...(waiting < rows.length ? [`${counted(rows.length - waiting, 'order')} left out.`] : []),
  ].join(' ')
}

type GroupProps = { title: string; rows: BatchRow[]; batch: LabelBatch; actions: Actions }

function Group({ title, rows, batch, actions }: GroupProps) {
  return (
    <>
      <h3 className={styles.group}>{title}</h3>
      <ol className={`grid ${styles.outcomes}`}>
        {rows.map((row) => (
          <li
            key={row._id}
            className="grid align-middle rule-soft break-words"
            data-state={FAILED.has(groupOf(row)) || row.state === 'price' ? 'failed' : row.state}
          >
            <OrderLink id={row._id}>
              {row.name ? `${row.name}, ` : ''}
              {row.number}
            </OrderLink>
            <RowText row={row} ships={batch.ships} />
            {row.price !== null && !actions.isRunning ? (
              <Button
                look="quiet"
                aria-label={`Buy it for ${formatDollars(row.price)}: ${row.name}`}
                onClick={() => void actions.retry(batch._id, [{ order: row._id, price: row.price! }])}
              >
                Buy it for <Money dollars={row.price} />
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </>
  )
}

function RowText({ row, ships }: { row: BatchRow; ships: boolean }) {
  const { state, label, problem, cost, bagsMissing, isShipped, hadLabel, saved, parcels } = row
  if (state === 'buying') return <span className="soft">The shop checks whether it was bought</span>
  if (state === 'waiting') {
    return (
      <span className="soft">
        {cost > 0 ? <Money dollars={cost} /> : label ? 'has its label already' : 'price unknown'}
        {parcels > 1 ? `, ${parcels} parcels` : ''}
        {bagsMissing > 0 ? (
          <span className="alarm strong">, {counted(bagsMissing, 'bag')} missing</span>
        ) : null}
      </span>
    )
  }
  if (!label || (state !== 'done' && state !== 'untold')) return <span>{problem}</span>
  return (
    <span>
      {hadLabel ? 'had its label already' : 'bought'} for <Money dollars={label.price} />
      {saved > 0 && !hadLabel ? (
        <>
          {' '}
          (<Money dollars={saved} /> less than quoted)
        </>
      ) : null}
      , {parcels > 1 ? `${parcels} parcels, tracking numbers` : 'tracking number'} {label.trackingNumber}
      {state === 'untold' ? `. ${problem}` : isShipped ? '; shipped, and the buyer gets an email' : ''}
      {state === 'done' && !isShipped && !ships ? '; the order is not marked as shipped' : ''}
    </span>
  )
}

function BatchActions({ batch, actions, close }: { batch: LabelBatch; actions: Actions; close: () => void }) {
  const { _id: id, rows, isStarted } = batch
  const printable = labelsOf(rows.filter(isPrinted))
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const slips = isStarted ? printable : labelsOf(waiting)
  const labels = labelsOf(waiting.filter(({ label }) => !isPrintable(label)))
  const failed = isStarted ? rows.filter((row) => FAILED.has(groupOf(row))).length : 0
  const priced = rows.flatMap(({ _id, price }) => (price === null ? [] : [{ order: _id, price }]))
  return (
    <div className={`row-1 align-middle ${styles.actions}`}>
      {waiting.length > 0 ? (
        <Button onClick={() => void actions.run(id)}>
          {isStarted
            ? `Continue with ${counted(waiting.length, 'order')}`
            : labels > 0
              ? `Buy ${counted(labels, 'label')}`
              : `Ship ${counted(waiting.length, 'order')}`}
        </Button>
      ) : null}
      {failed > 0 ? (
        <Button look="line" onClick={() => void actions.retry(id, [])}>
          Try the rest again ({failed})
        </Button>
      ) : null}
      {priced.length > 1 ? (
        <Button look="line" onClick={() => void actions.retry(id, priced)}>
          Buy {priced.length} for <Money dollars={sumOfDollars(priced.map(({ price }) => price))} />
        </Button>
      ) : null}
      {printable > 0 ? (
        <ButtonLink
          look="line"
          to={urlOf(labelBatches.print, { params: { id } })}
          reloadDocument
          target="_blank"
        >
          Print {counted(printable, 'label')}
        </ButtonLink>
      ) : null}
      {slips > 0 ? (
        <ButtonLink look="line" to={`/admin/shipping/slips?batch=${id}`} target="_blank">
          Print {counted(slips, 'packing slip')}
        </ButtonLink>
      ) : null}
      <Button
        look="quiet"
        onClick={() => {
          focusHeading()
          close()
        }}
      >
        {isStarted ? 'Done' : 'Cancel'}
      </Button>
    </div>
  )
}
