import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { counter, MAX_LINK_DAYS, type CounterQuote, type TenderBody } from '#shared/checkout/api/counter.ts'
import type { CounterKind } from '#shared/checkout/tenders.ts'
import { counted } from '#shared/kernel/counts.ts'
import { fieldsIn } from '#app/platform/api/call.ts'
import { ask, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import counterStyles from './counter.module.css'
import { DeliveryChoice, type Place } from './delivery.tsx'
import { ExtraFields, extrasIn, NO_EXTRAS, type Extras } from './extras.tsx'
import { useKeptOrder, useOrderAgain, type NewOrderForm } from './use-new-order.ts'
import styles from './new-order.module.css'
import { TenderStep, TenderWays } from './payment-steps.tsx'
import { Shelf } from './shelf.tsx'
import { SaleTotals, TicketLines } from './ticket-lines.tsx'
import { problemOf, usePlacing, type Payment } from './use-placing.ts'
import { useQuote, type QuoteBody } from './use-quote.ts'
import { linesAgain, orderItemsOf, shownOf, type Ticket } from './use-ticket.ts'
import { NO_BUYER, personOf, Who, type Buyer } from './who.tsx'

/** Staff place an order for a buyer who calls or is in the shop. */
export default function NewOrder() {
  return (
    <AdminPage title="New order" back={{ to: '/admin/orderlist', title: 'Orders' }}>
      {() => <Start />}
    </AdminPage>
  )
}

const SHIP: Place = { kind: 'ship', address: null }

/** The form as it was left, or that of an order that is placed again: `?again=` has its id. */
function Start() {
  const [search] = useSearchParams()
  const again = search.get('again')
  return again === null ? <Kept /> : <Again key={again} id={again} />
}

function Kept() {
  const form = useKeptOrder()
  return <Form key={form.id} form={form} />
}

function Begun({ start }: { start: Parameters<typeof useOrderAgain>[0] }) {
  return <Form form={useOrderAgain(start)} />
}

function Again({ id }: { id: string }) {
  const answer = useQuery({ ...ask(counter.again, { params: { id } }), ...UNCACHED_FORM })
  return (
    <AdminResource answer={answer} what="order" gone="There is no such order." list="/admin/orderlist">
      {({ number, buyer, person, address, discount, ...goods }) => {
        const { lines, gone } = linesAgain(goods)
        const place: Place = address ? { kind: 'ship', address } : { kind: 'pickup' }
        const start = {
          lines,
          buyer: { ...buyer, candidate: person },
          place,
          extras: { ...NO_EXTRAS, discount },
        }
        return (
          <div className="stack-3">
            <p>
              As order No. {number}, with the prices and the stock of today
              {discount ? ', and with the discount that was given' : ''}.
            </p>
            {gone.length > 0 ? <Alert tone="danger">No longer on sale: {gone.join(', ')}</Alert> : null}
            <Begun start={start} />
          </div>
        )
      }}
    </AdminResource>
  )
}

function Form({ form }: { form: NewOrderForm }) {
  const { ticket, buyer, place, extras, change, id, clear } = form
  const request = requestOf(ticket, buyer, place, extras)
  const quote = useQuote(request)
  const navigate = useNavigate()
  const placing = usePlacing((sale) => {
    toast.success(`Order No. ${sale.number} placed${sale.paidAt ? ' and paid' : ''}`)
    const done = navigate(`/order/${sale._id}`)
    clear?.()
    return done
  }, id)
  const choose = (next: Buyer) =>
    change({ buyer: next, ...(next.candidate && place.kind === 'ship' ? { place: SHIP } : {}) })
  return (
    <div className={styles.columns}>
      <div className="stack-6 may-shrink">
        <section aria-labelledby="who">
          <h2 id="who">For whom</h2>
          <Who buyer={buyer} change={choose} problems={fieldsIn(placing.error)} />
        </section>
        <div className={styles.shelf}>
          <Shelf ticket={ticket} />
        </div>
        <section aria-labelledby="delivery">
          <h2 id="delivery">Delivery</h2>
          <DeliveryChoice
            key={buyer.candidate?.email ?? ''}
            place={place}
            start={buyer.candidate?.address ?? {}}
            change={(next) => change({ place: next })}
            quote={quote.data}
          />
        </section>
        <section aria-labelledby="extras">
          <h2 id="extras">Codes, gift cards, discount</h2>
          <ExtraFields
            extras={extras}
            change={(next) => change({ extras: next })}
            canShip={place.kind === 'ship'}
          />
        </section>
      </div>
      <Summary
        ticket={ticket}
        buyer={buyer}
        request={request}
        quote={quote}
        handover={place.kind}
        hasPlace={place.kind === 'pickup' || place.address !== null}
        placing={placing}
        {...(clear ? { clear } : {})}
      />
    </div>
  )
}

function requestOf({ lines }: Ticket, buyer: Buyer, place: Place, extras: Extras): QuoteBody | null {
  if (lines.length === 0) return null
  const address = place.kind === 'ship' ? place.address : null
  return {
    via: 'phone',
    // A new buyer has no name at first; the price does not depend on it.
    person: { ...personOf(buyer), name: buyer.name.trim() || 'Buyer' },
    orderItems: orderItemsOf(lines),
    ...(place.kind === 'pickup' ? { pickup: {} } : {}),
    ...(address ? { shippingAddress: { ...address, phone: buyer.phone } } : {}),
    ...extrasIn(extras),
  }
}

type SummaryProps = {
  ticket: Ticket
  buyer: Buyer
  request: QuoteBody | null
  quote: ReturnType<typeof useQuote>
  handover: Place['kind']
  hasPlace: boolean
  placing: ReturnType<typeof usePlacing>
  /** Empties a form that is kept. */
  clear?: () => void
}

/** The goods with their sums, and how they are paid. */
function Summary(props: SummaryProps) {
  const { ticket, buyer, request, quote, handover, hasPlace, placing, clear } = props
  const [way, setWay] = useState<CounterKind | null>(null)
  const isPriced = !quote.isError && !quote.isFetching && request !== null
  const place = (payment: Payment) => {
    if (!request || !quote.data) return
    const { quoteId } = quote.data
    const shipped = request.shippingAddress && quoteId ? { shippingQuote: { quoteId } } : {}
    const person = personOf(buyer)
    placing.mutate({ ...request, ...shipped, person, payment, ...shownOf(quote.data) })
  }
  const problem = problemOf(placing.error)
  const take = (tender: TenderBody) => place({ by: 'tender', tender })
  const step = { isBusy: placing.isPending, problem, back: () => setWay(null), take }
  if (way !== null && quote.data)
    return (
      <div className={counterStyles.sale}>
        <TenderStep way={way} amounts={quote.data} {...step} />
      </div>
    )
  const hasGoods = ticket.lines.length > 0
  return (
    <section className={counterStyles.sale} aria-labelledby="order">
      <h2 id="order">Order</h2>
      {hasGoods ? null : <p className="soft">Choose goods. They appear here.</p>}
      <TicketLines ticket={ticket} />
      {quote.data && hasGoods ? <SaleTotals quote={quote.data} handover={handover} /> : null}
      {quote.isError ? <Alert tone="danger">{quote.error.message}</Alert> : null}
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      {hasGoods && !hasPlace ? <p className="soft">Enter the address, or choose pickup.</p> : null}
      <PhoneWays
        price={isPriced && hasPlace ? (quote.data ?? null) : null}
        isBusy={placing.isPending}
        place={place}
        choose={setWay}
      />
      {clear && (hasGoods || buyer !== NO_BUYER) ? (
        <Button look="quiet" className="self-left" onClick={clear}>
          Clear the form
        </Button>
      ) : null}
    </section>
  )
}

type PhoneWaysProps = {
  /** Null if the order cannot be placed yet. */
  price: CounterQuote | null
  isBusy: boolean
  place: (payment: Payment) => void
  choose: (way: CounterKind) => void
}

function PhoneWays({ price, isBusy, place, choose }: PhoneWaysProps) {
  const days = useRef<HTMLSelectElement>(null)
  if (price?.due === 0)
    return (
      <Button busy={isBusy} onClick={() => place({ by: 'gift-card' })}>
        Place it, paid with the gift card
      </Button>
    )
  return (
    <>
      <SelectField label="The link holds the goods for" unmarked ref={days} defaultValue="2">
        {Array.from({ length: MAX_LINK_DAYS }, (_, index) => (
          <option key={index} value={index + 1}>
            {counted(index + 1, 'day')}
          </option>
        ))}
      </SelectField>
      <Button
        busy={isBusy}
        aria-disabled={price === null || undefined}
        onClick={() => place({ by: 'link', days: Number(days.current?.value ?? 2) })}
      >
        Place it, and mail a link to pay
      </Button>
      <TenderWays price={price} look="line" choose={choose} />
    </>
  )
}
