import { useState } from 'react'
import { standing, type StandingDate, type StandingOrder } from '#shared/wholesale/api/standing.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import { HoldForm } from './hold.tsx'
import { StandingForm } from './form.tsx'
import styles from './standing.module.css'
import { dayText, lineText, rhythmText, stateText } from './texts.ts'

type Props = { of: StandingOrder; byStaff: boolean }

/** A standing order: its lines, its dates, and what can be changed. Only one form is open at a time. */
export function StandingCard({ of: order, byStaff }: Props) {
  const [open, setOpen] = useState<'pattern' | 'hold' | StandingDate | null>(null)
  const close = () => setOpen(null)
  const end = useChange(async () => {
    await call(standing.end, { params: { id: order._id }, body: { version: order.version } })
    return { message: 'The standing order has ended.' }
  }, 'standing-orders')
  const endNow = () => {
    if (confirm('End this standing order? Orders that are written already stay as they are.')) end.mutate()
  }
  if (open !== null && open !== 'hold')
    return (
      <StandingForm
        order={order}
        {...(open === 'pattern' ? {} : { date: open })}
        byStaff={byStaff}
        close={close}
      />
    )
  return (
    <section
      className={`stack-2 pad-3 box mat ${styles.card}`}
      aria-label={`${rhythmText(order)}, ${order.location.name}`}
    >
      <h2>
        {rhythmText(order)}, {order.location.name}
      </h2>
      <What of={order} />
      {order.heldUntil && order.dates.every(({ state }) => state !== 'waiting') ? (
        <Held until={order.heldUntil} />
      ) : null}
      <Dates of={order} byStaff={byStaff} change={setOpen} />
      {open === 'hold' ? (
        <HoldForm of={order} close={close} />
      ) : (
        <div className="row-1">
          <Button look="line" onClick={() => setOpen('pattern')}>
            Change from now on
          </Button>
          <Button look="line" onClick={() => setOpen('hold')}>
            Hold
          </Button>
          <Button look="quiet" busy={end.isPending} onClick={endNow}>
            End
          </Button>
        </div>
      )}
    </section>
  )
}

/** The lines of every date. */
function What({ of: order }: { of: StandingOrder }) {
  return (
    <>
      <ul>
        {order.lines.map((line) => (
          <li key={`${line.size} ${line.grind}`}>
            {lineText(line)}
            {line.isOnSale ? '' : ' (no longer sold, left out)'}
            {line.isOnSale && line.endsOn ? ` (roasted until ${formatDate(line.endsOn, 'shortDay')})` : ''}
          </li>
        ))}
      </ul>
      {order.poNumber || order.note ? (
        <p className="soft break-words">
          {[order.poNumber && `PO ${order.poNumber}`, order.note].filter(Boolean).join('. ')}
        </p>
      ) : null}
    </>
  )
}

function Held({ until }: { until: string }) {
  return <p className="strong">On hold until {formatDate(until, 'weekday')}.</p>
}

function Dates({ of: order, byStaff, change }: Props & { change: (date: StandingDate) => void }) {
  return (
    <>
      <ul className={styles.dates}>
        {order.dates.map((date) => (
          <DateRow key={date._id} of={order} byStaff={byStaff} date={date} change={() => change(date)} />
        ))}
      </ul>
      {order.dates.some(({ state }) => state === 'written') ? (
        <p className="note">
          A written order is an order like any other. If you change or cancel it, the standing order stays as
          it is.
        </p>
      ) : null}
    </>
  )
}

const TROUBLES: ReadonlySet<StandingDate['state']> = new Set(['waiting', 'missed'])
const CHANGEABLE: ReadonlySet<StandingDate['state']> = new Set(['planned', 'waiting'])

function DateRow({ of, byStaff, date, change }: Props & { date: StandingDate; change: () => void }) {
  const skip = useChange(
    (isSkipped: boolean) =>
      call(standing.skip, {
        params: { id: of._id },
        body: { date: date._id, isSkipped, version: of.version },
      }),
    'standing-orders',
  )
  const isOpen = CHANGEABLE.has(date.state)
  const day = dayText(date)
  return (
    <li className={styles.date}>
      <div className="may-shrink">
        <p className="strong lining">{day}</p>
        <p className={`small lining ${TROUBLES.has(date.state) ? 'alarm' : 'soft'}`}>{stateText(date)}</p>
        {date.lines ? <p className="small">Only this time: {date.lines.map(lineText).join('; ')}</p> : null}
      </div>
      <div className="row-0-2">
        {date.order ? (
          <ButtonLink look="quiet" to={byStaff ? `/order/${date.order}` : `/wholesale/orders/${date.order}`}>
            See the order
          </ButtonLink>
        ) : null}
        {isOpen ? (
          <Button look="quiet" aria-label={`Change once: ${day}`} onClick={change}>
            Change once
          </Button>
        ) : null}
        {isOpen || date.state === 'skipped' ? (
          <Button
            look="quiet"
            busy={skip.isPending}
            aria-label={isOpen ? `Skip ${day}` : `Do not skip ${day}`}
            onClick={() => skip.mutate(isOpen)}
          >
            {isOpen ? 'Skip' : 'Do not skip'}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
