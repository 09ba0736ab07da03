import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { counterDays, type CounterDay, type CounterMove } from '#shared/checkout/api/counter-days.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { sumOfDollars } from '#shared/kernel/pricing.ts'
import { ask } from '#app/platform/api/query.ts'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import facts from '#app/platform/admin/facts.module.css'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { CorrectCount } from './correct-count.tsx'
import { Difference } from './day-list.tsx'
import { KINDS, LIST } from './days.ts'

/** One day of the counter: how its expected cash adds up, what was counted, and every move of cash. */
export default function DayPage() {
  const { id = '' } = useParams()
  const answer = useQuery(ask(counterDays.one, { params: { id } }))
  const day = answer.data
  return (
    <AdminPage
      title="Counter day"
      heading={day ? `Counter day of ${formatDate(day.openedAt, 'shortDay')}` : 'Counter day'}
      back={{ to: LIST, title: 'Counter days' }}
      {...(day ? { state: day.closedAt ? 'Closed' : 'Open' } : {})}
    >
      {() => (
        <AdminResource answer={answer} what="counter day" gone="There is no such counter day." list={LIST}>
          {(data) => <Day day={data} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function Day({ day }: { day: CounterDay }) {
  return (
    <div className="stack-4 may-shrink">
      <DayFacts day={day} />
      {day.closedAt ? <CorrectCount id={day._id} /> : null}
      <section className="stack-2" aria-labelledby="moves">
        <h2 id="moves">Cash without a sale</h2>
        {day.moves.length === 0 ? (
          <p className="soft">Nothing was paid in or out.</p>
        ) : (
          <Table label="Cash without a sale" columns={MOVES} rows={day.moves} keyOf={({ _id }) => _id} />
        )}
      </section>
    </div>
  )
}

/** How the day adds up, as terms and values: for admins, and after the close at the counter. */
export function DayFacts({ day }: { day: CounterDay }) {
  const rows = Object.entries(factsOf(day)).filter(([, value]) => value !== null)
  return (
    <dl className={facts.facts}>
      {rows.map(([term, value]) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** An amount; null for one that did not occur. */
const some = (amount: number) => (amount === 0 ? null : <Money dollars={amount} />)

function factsOf(day: CounterDay): Record<string, ReactNode> {
  const { start, left, cash, machine, moves, sales, expected, counted, difference, taken } = day
  const moved = (kind: CounterMove['kind']) =>
    sumOfDollars(moves.filter((move) => move.kind === kind).map(({ amount }) => amount))
  const isOther = left !== null && left !== start
  return {
    Started: `${formatDate(day.openedAt, 'dayAndTime')}, ${day.openedBy}`,
    Closed: day.closedAt ? `${formatDate(day.closedAt, 'dayAndTime')}, ${day.closedBy}` : null,
    Start: (
      <>
        <Money dollars={start} />
        {isOther ? (
          <>
            {' '}
            · the close before left <Money dollars={left} />
          </>
        ) : null}
      </>
    ),
    'Cash sales': <Money dollars={cash.sales} />,
    'Cash given back': some(cash.refunds),
    Rounding: some(cash.rounding),
    'Gift cards': some(moved('gift-card')),
    'Paid in': some(moved('in')),
    'Paid out': some(moved('out')),
    Expected: expected === null ? 'Shown after the count' : <Money dollars={expected} />,
    Counted: counted === null ? null : <Money dollars={counted} />,
    'Corrected by': some(moved('correction')),
    Difference: difference === null ? null : <Difference of={difference} />,
    'To the bank': some(taken),
    Sales: String(sales),
    'Card machine': some(machine.sales),
    'Given back on cards': some(machine.refunds),
    Note: day.note || null,
  }
}

const MOVES: Column<CounterMove>[] = [
  {
    name: 'WHEN',
    of: ({ at }) => formatDate(at, 'shortDayAndTime'),
    noWrap: true,
    rowHeader: true,
    title: true,
  },
  { name: 'WHAT', wide: true, of: ({ kind, reason }) => `${KINDS[kind]}${reason ? `: ${reason}` : ''}` },
  { name: 'BY', of: ({ by }) => by, inline: true },
  {
    name: 'AMOUNT',
    of: ({ amount }) => <Money dollars={amount} />,
    align: 'end',
    noWrap: true,
    inline: true,
  },
]
