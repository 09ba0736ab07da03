import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { rehearsal, type RehearsalEvent, type RehearsalReport } from '#shared/backoffice/api/rehearsal.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { SandboxCharges } from '#app/platform/paypal/sandbox-charges.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import styles from './rehearsal.module.css'

const MOVES = [
  { days: 1, label: 'One day later' },
  { days: 7, label: 'One week later' },
] as const

/** Moves the clock of a test shop, and shows what happened. */
export default function Rehearsal() {
  const answer = useQuery(ask(rehearsal.report, {}))
  return (
    <AdminPage>
      {() => (
        <AdminResource answer={answer} what="clock" gone="There is no clock." list="/admin">
          {(report) => (
            <div className={`stack-3 items-left ${styles.page}`}>
              {report.refusal === null ? (
                <Moves report={report} />
              ) : (
                <Alert tone="warning">
                  <p>{report.refusal}.</p>
                </Alert>
              )}
              {report.since === null ? null : <Happened report={report} since={report.since} />}
            </div>
          )}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function Moves({ report }: { report: RehearsalReport }) {
  const client = useQueryClient()
  const moving = useMutation({
    mutationFn: (days: 1 | 7) => call(rehearsal.move, { body: { from: report.days, days } }),
    onSuccess: (now) => {
      client.setQueryData(ask(rehearsal.report, {}).queryKey, now)
      toast.success(`In the shop it is ${formatDate(now.now, 'weekday')} now`)
    },
    onError: (error) => toast.error(error.message),
    // Everything in the shop may have changed.
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <>
      <p>
        Try what happens later, such as the next deliveries of a subscription, without waiting. The clock of
        this test shop moves ahead day by day, and the shop sends the emails and makes the charges of each
        day. No money moves.
      </p>
      <div className={`stack-1 box paper ${styles.clock}`}>
        <p className={styles.label}>Today in the shop</p>
        <p className={styles.today}>{formatDate(report.now, 'weekday')}</p>
        <p>
          {formatDate(report.now, 'time')}
          {report.days > 0 ? `, ${counted(report.days, 'day')} ahead` : ', the real time'}
        </p>
      </div>
      <div className="row-2">
        {MOVES.map(({ days, label }) => (
          <Button
            key={days}
            look="line"
            busy={moving.isPending && moving.variables === days}
            aria-disabled={moving.isPending}
            onClick={() => moving.mutate(days)}
          >
            {label}
          </Button>
        ))}
      </div>
      <p>
        The clock cannot be moved back, because the times of orders, payments and emails would then be in the
        future. To start again, restore an earlier backup.
      </p>
      <SandboxCharges isAtClock />
    </>
  )
}

function Happened({ report: { counts, happened }, since }: { report: RehearsalReport; since: string }) {
  return (
    <section className={styles.happened} aria-labelledby="happened">
      <h2 id="happened">Since {formatDate(since, 'weekday')}</h2>
      <p>
        {happened.length === 0
          ? 'No order, no automatic payment and no email.'
          : `${counted(counts.orders, 'order')}, ${counted(counts.charges, 'automatic payment')}, ${
              counts.declined > 0 ? `${counted(counts.declined, 'declined payment')}, ` : ''
            }${counted(counts.mails, 'email')}.`}
      </p>
      {happened.length === 0 ? null : (
        <Table
          label="What happened"
          columns={COLUMNS}
          rows={happened}
          keyOf={({ at, kind, text, order }) => `${at} ${kind} ${text} ${order?._id}`}
        />
      )}
    </section>
  )
}

const KINDS: Record<RehearsalEvent['kind'], string> = {
  order: 'Order',
  charge: 'Automatic payment',
  mail: 'Mail',
}

const COLUMNS: Column<RehearsalEvent>[] = [
  { name: 'When', of: ({ at }) => formatDate(at, 'shortDayAndTime'), noWrap: true },
  { name: 'What', of: ({ kind }) => KINDS[kind], noWrap: true },
  { name: 'Details', of: ({ text }) => text, rowHeader: true, title: true },
  {
    name: 'Order',
    of: ({ order }) => (order ? <Link to={`/order/${order._id}`}>{order.number}</Link> : ''),
    noWrap: true,
  },
]
