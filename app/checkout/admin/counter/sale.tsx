/** The sale at the bar: the ticket, what it costs, and how it is paid. */
import { useState } from 'react'
import type { CounterQuote, CounterSale, TenderBody } from '#shared/checkout/api/counter.ts'
import type { CounterKind } from '#shared/checkout/tenders.ts'
import { counted } from '#shared/kernel/counts.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import styles from './counter.module.css'
import { Done } from './done.tsx'
import { ExtraFields, extrasIn } from './extras.tsx'
import { TenderStep, TenderWays } from './payment-steps.tsx'
import { SaleTotals, TicketLines } from './ticket-lines.tsx'
import { problemOf, usePlacing, type Payment } from './use-placing.ts'
import { useQuote, type QuoteBody } from './use-quote.ts'
import type { Contact, Sale as CurrentSale } from './use-sale.ts'
import { orderItemsOf, shownOf } from './use-ticket.ts'

export function Sale({ current }: { current: CurrentSale }) {
  const { ticket, extras, contact } = current
  const [way, setWay] = useState<CounterKind | null>(null)
  const [sale, setSale] = useState<CounterSale | null>(null)
  // Coffee that is roasted to order cannot be taken along.
  const toOrder = ticket.lines.find(({ isRoastedToOrder }) => isRoastedToOrder)
  const isPickup = current.wantsPickup || toOrder !== undefined
  const request = requestOf(current, isPickup)
  const quote = useQuote(request)
  const placing = usePlacing((done) => {
    setSale(done)
    setWay(null)
    current.clear()
  }, current.id)
  const place = (payment: Payment) => {
    if (request && quote.data) placing.mutate({ ...request, payment, ...shownOf(quote.data) })
  }
  if (sale && ticket.lines.length === 0) return <Done sale={sale} next={() => setSale(null)} />
  if (ticket.lines.length === 0) return <Nothing />
  const take = (tender: TenderBody) => place({ by: 'tender', tender })
  const problem = problemOf(placing.error)
  const step = { isBusy: placing.isPending, problem, back: () => setWay(null), take }
  if (way !== null && quote.data) return <TenderStep way={way} amounts={quote.data} {...step} />
  return (
    <div className="stack-2">
      <h2 id="sale">Sale</h2>
      <TicketLines ticket={ticket} />
      <div>
        <Disclosure summary="Codes, gift cards, discount">
          <ExtraFields extras={extras} change={current.setExtras} />
        </Disclosure>
        <Disclosure summary="Name, email, pickup later">
          <ContactAndPickup
            contact={contact}
            setContact={current.setContact}
            isPickup={isPickup}
            setPickup={current.setPickup}
          />
        </Disclosure>
      </div>
      {toOrder ? <p>{toOrder.name} is roasted to order, so all of it is picked up later.</p> : null}
      {quote.data ? <SaleTotals quote={quote.data} handover={isPickup ? 'pickup' : 'taken'} /> : null}
      {quote.isError ? <Alert tone="danger">{quote.error.message}</Alert> : null}
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      <Ways
        quote={quote.isError || quote.isFetching ? null : (quote.data ?? null)}
        isBusy={placing.isPending}
        place={place}
        choose={setWay}
      />
      <Button look="quiet" className="self-left" onClick={current.clear}>
        Clear {counted(ticket.lines.length, 'line')}
      </Button>
    </div>
  )
}

function Nothing() {
  return (
    <>
      <h2 id="sale">Sale</h2>
      <p className="soft">Choose goods. They appear here.</p>
    </>
  )
}

function requestOf({ lines, extras, contact }: CurrentSale, isPickup: boolean): QuoteBody | null {
  if (lines.length === 0) return null
  return {
    via: 'counter',
    person: contact,
    orderItems: orderItemsOf(lines),
    ...(isPickup ? { pickup: {} } : { taken: true }),
    ...extrasIn(extras),
  }
}

type WaysProps = {
  quote: CounterQuote | null
  isBusy: boolean
  place: (payment: Payment) => void
  choose: (way: CounterKind) => void
}

function Ways({ quote, isBusy, place, choose }: WaysProps) {
  if (quote?.due === 0)
    return (
      <Button busy={isBusy} onClick={() => place({ by: 'gift-card' })}>
        Pay with the gift card
      </Button>
    )
  return <TenderWays price={quote} choose={choose} />
}

type ContactProps = {
  contact: Contact
  setContact: (contact: Contact) => void
  isPickup: boolean
  setPickup: (isPickup: boolean) => void
}

function ContactAndPickup({ contact, setContact, isPickup, setPickup }: ContactProps) {
  return (
    <div className="stack-2 pad-y-2">
      <Field
        label="Name"
        maxLength={100}
        autoComplete="off"
        value={contact.name}
        onChange={({ target }) => setContact({ ...contact, name: target.value })}
      />
      <Field
        label="Email"
        type="email"
        maxLength={254}
        autoComplete="off"
        value={contact.email}
        onChange={({ target }) => setContact({ ...contact, email: target.value })}
      />
      <label className={styles.check}>
        <input type="checkbox" checked={isPickup} onChange={({ target }) => setPickup(target.checked)} />
        Picked up later, not taken along
      </label>
    </div>
  )
}
