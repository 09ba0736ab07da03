/** The sale at the bar: the ticket, what it costs, and how it is paid. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  counter,
  type CounterQuote,
  type CounterSale,
  type TenderBody,
} from '#shared/checkout/api/counter.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import styles from './counter.module.css'
import { Done } from './done.tsx'
import { ExtraFields, extrasIn, NO_EXTRAS, type Extras } from './extras.tsx'
import { CashStep, MachineStep, type Way } from './payment-steps.tsx'
import { SaleTotals, TicketLines } from './ticket-lines.tsx'
import { useQuote, type QuoteBody } from './use-quote.ts'
import { orderItemsOf, shownOf, type Ticket } from './use-ticket.ts'

const NOBODY = { name: '', email: '' }

export function Sale({ ticket }: { ticket: Ticket }) {
  const [extras, setExtras] = useState<Extras>(NO_EXTRAS)
  const [person, setPerson] = useState(NOBODY)
  const [wantsLater, setLater] = useState(false)
  const [way, setWay] = useState<Way | null>(null)
  const [sale, setSale] = useState<CounterSale | null>(null)
  // Coffee that is roasted to order cannot be taken along.
  const toOrder = ticket.lines.find(({ isRoastedToOrder }) => isRoastedToOrder)
  const isLater = wantsLater || toOrder !== undefined
  const request = requestOf(ticket, { extras, person, isLater })
  const quote = useQuote(request)
  const placing = usePlacing((done) => {
    setSale(done)
    setWay(null)
    ticket.clear()
    setExtras(NO_EXTRAS)
    setPerson(NOBODY)
    setLater(false)
  })
  const place = (payment: Body<typeof counter.place>['payment']) => {
    if (request && quote.data) placing.mutate({ ...request, payment, ...shownOf(quote.data) })
  }
  if (sale && ticket.lines.length === 0) return <Done sale={sale} next={() => setSale(null)} />
  if (ticket.lines.length === 0) return <Nothing />
  const take = (tender: TenderBody) => place({ by: 'tender', tender })
  const problem = placing.error?.message ?? null
  const step = { isBusy: placing.isPending, problem, back: () => setWay(null), take }
  if (way === 'cash' && quote.data) return <CashStep amounts={quote.data} {...step} />
  if (way === 'machine' && quote.data) return <MachineStep amounts={quote.data} {...step} />
  return (
    <div className="stack-2">
      <h2 id="sale">Sale</h2>
      <TicketLines ticket={ticket} />
      <div>
        <Disclosure summary="Codes, gift cards, discount">
          <ExtraFields extras={extras} change={setExtras} />
        </Disclosure>
        <Disclosure summary="Name, email, pickup later">
          <ForWhom person={person} setPerson={setPerson} isLater={isLater} setLater={setLater} />
        </Disclosure>
      </div>
      {toOrder ? <p>{toOrder.name} is roasted to order, so all of it is picked up later.</p> : null}
      {quote.data ? <SaleTotals quote={quote.data} handover={isLater ? 'pickup' : 'taken'} /> : null}
      {quote.isError ? <Alert tone="danger">{quote.error.message}</Alert> : null}
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      <Ways
        quote={quote.isError || quote.isFetching ? null : (quote.data ?? null)}
        isBusy={placing.isPending}
        choose={(chosen) => (chosen === 'gift-card' ? place({ by: 'gift-card' }) : setWay(chosen))}
      />
      <Button look="quiet" className="self-left" onClick={ticket.clear}>
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

type Chosen = { extras: Extras; person: typeof NOBODY; isLater: boolean }

function requestOf({ lines }: Ticket, { extras, person, isLater }: Chosen): QuoteBody | null {
  if (lines.length === 0) return null
  return {
    via: 'counter',
    person,
    orderItems: orderItemsOf(lines),
    ...(isLater ? { pickup: {} } : { taken: true }),
    ...extrasIn(extras),
  }
}

/** Places the order once, however often the button is pressed. */
function usePlacing(onDone: (sale: CounterSale) => void) {
  const client = useQueryClient()
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: (body: Body<typeof counter.place>) =>
      sendOnce(body, (idempotencyKey) => call(counter.place, { body }, { idempotencyKey })),
    onSuccess: (sale) => {
      onDone(sale)
      void refresh(client, 'counter-goods', 'counter-day')
    },
    // The last bag may have been sold, or a price have changed.
    onError: () => refresh(client, 'counter', 'counter-goods'),
  })
}

type WaysProps = { quote: CounterQuote | null; isBusy: boolean; choose: (way: Way) => void }

/** The ways to pay, with what each takes. They wait for the price of the last change. */
function Ways({ quote, isBusy, choose }: WaysProps) {
  if (quote && quote.due === 0)
    return (
      <Button busy={isBusy} onClick={() => choose('gift-card')}>
        Pay with the gift card
      </Button>
    )
  const isOff = quote === null || undefined
  return (
    <div className={styles.ways}>
      <Button aria-disabled={isOff} onClick={() => choose('cash')}>
        Cash {quote ? formatDollars(quote.cash) : ''}
      </Button>
      <Button aria-disabled={isOff} onClick={() => choose('machine')}>
        Card machine {quote ? formatDollars(quote.due) : ''}
      </Button>
    </div>
  )
}

type ForWhomProps = {
  person: typeof NOBODY
  setPerson: (person: typeof NOBODY) => void
  isLater: boolean
  setLater: (isLater: boolean) => void
}

function ForWhom({ person, setPerson, isLater, setLater }: ForWhomProps) {
  return (
    <div className="stack-2 pad-y-2">
      <Field
        label="Name"
        maxLength={100}
        autoComplete="off"
        value={person.name}
        onChange={({ target }) => setPerson({ ...person, name: target.value })}
      />
      <Field
        label="Email"
        type="email"
        maxLength={254}
        autoComplete="off"
        value={person.email}
        onChange={({ target }) => setPerson({ ...person, email: target.value })}
      />
      <label className={styles.check}>
        <input type="checkbox" checked={isLater} onChange={({ target }) => setLater(target.checked)} />
        Picked up later, not taken along
      </label>
    </div>
  )
}
