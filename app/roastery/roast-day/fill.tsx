import { useState } from 'react'
import { Link } from 'react-router'
import type { DayOrder, Packaging, WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { counted } from '#shared/kernel/counts.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { useOrderPath } from '#app/platform/orders/order-link.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { RoastDate } from './bag-sources.tsx'
import { isOpen, missingBags, sortedOrders, type MissingBags } from './progress.ts'
import { openOf, rowOf } from './queue/applied.ts'
import { promisedDay, takeFree, type FreeBags } from './queue/bag-coffee.ts'
import { orderName } from './queue/steps.ts'
import styles from './roast-day.module.css'
import { Card, Done, DoneList, Section } from './section.tsx'
import type { DayActions } from './use-day-actions.ts'
import { NoMatch } from '#app/platform/ui/live-region.tsx'

/** The orders of the day. One tap gives an order its bags. */
export function Fill({ actions }: { actions: DayActions }) {
  const [search, setSearch] = useState('')
  const all = sortedOrders(actions.day)
  const found = all.filter(({ order }) => matches(order, search))
  const open = found.filter(({ order }) => isOpen(order))
  const filled = found.filter(({ order }) => order.isFilled)
  const unrecorded = found.filter(({ order }) => !order.isFilled && !isOpen(order))
  return (
    <Section title="Fill the orders" actions={actions} intro={introOf(all)}>
      {all.length > 0 ? (
        <Field
          label="Order number or name"
          type="search"
          value={search}
          autoComplete="off"
          unmarked
          onChange={({ target }) => setSearch(target.value)}
        />
      ) : null}
      {found.length === 0 && search ? <NoMatch>No order of the day matches.</NoMatch> : null}
      {open.map(({ order, missing }, index) => (
        <OrderCard
          key={order._id}
          order={order}
          missing={missing}
          actions={actions}
          isNext={index === 0 && missing.length === 0}
        />
      ))}
      {unrecorded.length > 0 ? (
        <Disclosure summary={`${counted(unrecorded.length, 'order')} shipped without recorded bags`}>
          <p>
            If you know that free bags of this day were in them, record it, so that their coffee can be
            traced.
          </p>
          {unrecorded.map(({ order }) => (
            <OrderCard
              key={order._id}
              order={order}
              missing={missingBags(actions.day, order)}
              actions={actions}
              isNext={false}
            />
          ))}
        </Disclosure>
      ) : null}
      <DoneList title="Filled">
        {filled.map(({ order }) => (
          <FilledOrder key={order._id} order={order} actions={actions} />
        ))}
      </DoneList>
    </Section>
  )
}

function introOf(all: ReturnType<typeof sortedOrders>): string {
  if (all.length === 0) return 'No order needs coffee of this day.'
  const open = all.filter(({ order }) => isOpen(order))
  if (open.length === 0) return 'All orders have their bags.'
  const ready = open.filter(({ missing }) => missing.length === 0).length
  return `${ready} of ${open.length} open orders can be filled now.`
}

function matches({ number, recipient }: DayOrder, search: string): boolean {
  const text = search.trim().toLowerCase()
  return `${number} ${recipient}`.toLowerCase().includes(text)
}

type CardProps = { order: DayOrder; missing: MissingBags[]; actions: DayActions; isNext: boolean }

function OrderCard({ order, missing, actions, isNext }: CardProps) {
  const { _id: id, number, recipient, lines, state } = order
  const bags = bagsFor(actions.day, order)
  // The name is left out, because the queue stays on the device after a sign-out.
  const fill = () =>
    void actions.run({ kind: 'fill', input: { params: { id }, body: {} } }, `Fill order ${number}`)
  return (
    <Card title={`${number} ${recipient}`} note={shippingText(order)} isNext={isNext}>
      <ul className="grid">
        {lines
          .filter(({ qty }) => qty > 0)
          .map((line) => (
            <li key={line.line}>
              <strong>{line.qty} ×</strong> {line.name},{' '}
              {variantText({ size: line.sizeLabel, grind: line.grind })}
              {line.isRoastedToOrder ? (
                <LineBags bags={bags.get(line.line) ?? []} day={promisedDay(actions.day, order)} />
              ) : (
                <span className="soft"> from the shelf</span>
              )}
            </li>
          ))}
      </ul>
      {missing.length > 0 ? (
        <p className="alarm strong">
          Missing: {missing.map(({ name, qty }) => `${qty} × ${name}`).join('; ')}
        </p>
      ) : (
        <div className={`row-2 align-middle ${styles.actions}`}>
          <Button
            className={styles.main}
            look={state === 'paid' ? 'solid' : 'line'}
            aria-label={`${state === 'paid' ? 'Fill' : 'Record the bags of'} order ${number} of ${recipient}`}
            onClick={fill}
          >
            {state === 'paid' ? 'Fill' : 'Record the bags'}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** The bags that a line will get. */
function LineBags({ bags, day }: { bags: FreeBags; day: string }) {
  return bags.map(({ lotCode, roastedOn, qty }) => (
    <span key={lotCode} className="soft">
      {' '}
      {bags.length > 1 ? `${qty} of ` : ''}
      {lotCode ? `lot ${lotCode}` : 'new lot'}, <RoastDate roastedOn={roastedOn} day={day} />
    </span>
  ))
}

/** The bags that each line of an order will get, by the number of the line. */
function bagsFor(day: WholeRoastDay, order: DayOrder): Map<number, FreeBags> {
  const free = new Map<Packaging, FreeBags>()
  return new Map(
    order.lines.map((line) => {
      const row = line.isRoastedToOrder ? rowOf(day, line) : undefined
      if (!row) return [line.line, []]
      const left = free.get(row) ?? structuredClone(row.freeBags ?? [])
      free.set(row, left)
      return [line.line, takeFree(left, openOf(line), promisedDay(day, order))]
    }),
  )
}

function shippingText({ isPickup, isGift, shippingService }: DayOrder): string {
  return [isPickup ? 'Pickup' : shippingService, isGift ? 'a gift' : ''].filter(Boolean).join(', ')
}

function FilledOrder({ order, actions }: { order: DayOrder; actions: DayActions }) {
  const { _id: id, number, recipient, state } = order
  const path = useOrderPath(id)
  const linkText = state === 'paid' ? 'Pack and ship' : 'See the order'
  const lots = [...new Set(order.lines.flatMap(({ filled }) => filled.map(({ lotCode }) => lotCode)))].filter(
    Boolean,
  )
  const undo = () =>
    actions.undo(
      orderName(id),
      { kind: 'undoFill', input: { params: { id } } },
      `Take the bags of order ${number} back`,
    )
  return (
    <Done
      what={
        <>
          <strong>
            {number} {recipient}
          </strong>
          {lots.length > 0 ? `, lot ${lots.join(', ')}` : ''}
          {state === 'paid' ? '' : ', shipped'}
        </>
      }
      by={order.filledBy}
      at={order.filledAt}
      isWaiting={actions.waiting(orderName(id)) !== undefined}
      undo={state === 'paid' ? undo : undefined}
      undoLabel={`filling order ${number} of ${recipient}`}
    >
      <Link to={path} className="reach" aria-label={`${linkText}: order ${number} of ${recipient}`}>
        {linkText}
      </Link>
    </Done>
  )
}
