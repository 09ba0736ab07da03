import { useQuery } from '@tanstack/react-query'
import { backup } from '#shared/backoffice/api/backup.ts'
import { adminHome } from '#shared/backoffice/api/admin.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { ask } from '#app/platform/api/query.ts'
import { useRole } from '#app/platform/session/role.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { AllowedLink } from '#app/platform/admin/allowed-link.tsx'
import { ProvenDownload } from '#app/platform/account-forms/proven-download.tsx'
import { AdminPage, AdminLoading } from '#app/platform/admin/admin-page.tsx'
import { BestSellers, Coffees, Sums } from './sums.tsx'
import { DayChart } from './day-chart.tsx'
import { Outages } from '../services/services.tsx'
import { Todo } from './todo.tsx'
import styles from './today.module.css'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { formatDate } from '#shared/kernel/dates.ts'
import { Link } from 'react-router'
import { Button } from '#app/platform/ui/button.tsx'
import { Items, progressOf, useChecklist } from '#app/platform/admin/checklist.tsx'

const MINUTE = 60_000

/** The home page of the desk: failing services, open tasks, and sales. */
export default function Today() {
  const role = useRole()
  return (
    <AdminPage
      actions={
        role === 'owner' || role === null ? (
          <ProvenDownload to={urlOf(backup.take)}>Download a backup</ProvenDownload>
        ) : null
      }
    >
      {(user) => (user.isAdmin ? <Latest /> : <StaffToday />)}
    </AdminPage>
  )
}

/** Fetched again every minute while the page is visible, and when the window gets the focus. */
function Latest() {
  const answer = useQuery({ ...ask(adminHome.today, {}), refetchInterval: MINUTE })
  if (answer.data) return <Figures of={answer.data} problem={answer.error} />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  return <AdminLoading what="figures of today" />
}

function Figures({
  of: { at, day, todo, sales, services },
  problem,
}: {
  of: Reply<typeof adminHome.today>
  problem: Error | null
}) {
  const isSelling = sales.month.orders + sales.month.before.orders > 0
  return (
    <div className={`stack-4 ${styles.today}`}>
      <When day={day} at={at} />
      {problem ? <Alert tone="danger">{problem.message}. These figures are from before.</Alert> : null}
      <Outages of={services} />
      <Todo of={todo} now={at} />
      <SetupCard />
      <DemoNote />
      <section className={`stack-3 ${styles.sales}`} aria-labelledby="sales">
        <h2 id="sales">Sales</h2>
        <Sums of={sales} />
        {isSelling ? <DayChart days={sales.days} /> : <NothingSold />}
      </section>
      {isSelling ? (
        <div className={`stack-4 ${styles.columns}`}>
          <Coffees coffees={sales.coffees} others={sales.otherCoffees} />
          <BestSellers of={sales.best} />
        </div>
      ) : null}
    </div>
  )
}

function When({ day, at }: { day: string; at: string }) {
  return (
    <p className={styles.when}>
      {formatDate(day, 'weekday')} <span>as of {formatDate(at, 'time')}</span>
    </p>
  )
}

function NothingSold() {
  return (
    <p>
      Nothing has been sold in 60 days. After the first paid order, a chart is shown here. If you had another
      shop before, <AllowedLink to="/admin/import">move your products and customers in</AllowedLink>.
    </p>
  )
}

/** Says that the figures below are invented, as long as there are invented orders. */
function DemoNote() {
  const { data } = useQuery(ask(adminHome.waiting, {}))
  if (!data?.isDemo) return null
  return (
    <Alert>
      This is a demo: most orders, customers, reviews and messages are invented.{' '}
      <Link to="/admin/settings#demo-data">Remove them</Link> before you sell, and{' '}
      <AllowedLink to="/admin/import">move in from your old shop</AllowedLink>. To see what happens later,
      such as the next deliveries of a subscription,{' '}
      <AllowedLink to="/admin/rehearsal">move the clock of the shop</AllowedLink>.
    </Alert>
  )
}

/**
 * The setup tasks that are left before the shop can sell. Renders nothing if all are done, or if an admin has hidden
 * the card.
 */
function SetupCard() {
  const { answer, skip, hide, isBusy } = useChecklist()
  const { data } = answer
  if (!data || data.isHidden) return null
  const { done, all, isOver } = progressOf(data)
  if (isOver) return null
  return (
    <section className="stack-2 pad-3 box mat" aria-labelledby="setup-card">
      <h2 id="setup-card">Set up your shop</h2>
      <p>
        {done} of {all} done. <Link to="/admin/setup">See all, and what is still demo or sandbox</Link>
      </p>
      <Items of={data.items.filter(({ state }) => state === 'open')} skip={skip} isBusy={isBusy} />
      <p>
        <Button look="quiet" busy={isBusy} onClick={() => hide(true)}>
          Do not show this again
        </Button>
      </p>
    </section>
  )
}

/** The home page of staff who are not admins: the open tasks of their role. Fetched again every minute. */
function StaffToday() {
  const answer = useQuery({ ...ask(adminHome.work, {}), refetchInterval: MINUTE })
  if (answer.data) {
    const { at, day, todo } = answer.data
    return (
      <div className={`stack-4 ${styles.today}`}>
        <When day={day} at={at} />
        <Todo of={todo} now={at} />
      </div>
    )
  }
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  return <AdminLoading what="tasks" />
}
