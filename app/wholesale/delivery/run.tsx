import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import type { UserInfo } from '#shared/people/api/users.ts'
import { isDay } from '#shared/kernel/days.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { Run, RunStop } from '#shared/wholesale/api/deliveries.ts'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { keepPages } from '#app/platform/offline/kept.ts'
import { Notices } from '#app/platform/offline/notices.tsx'
import { lastWaiting, type QueuedStep } from '#app/platform/offline/queue.ts'
import { useOfflineState } from '#app/platform/offline/use-offline-state.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { linksOf, RUN_PAGE, runId, runQueue, type RunStep } from './run-queue.ts'
import styles from './run.module.css'
import { DoneStop, OpenStop } from './run-stop.tsx'
import { useCompleteStop } from './use-complete-stop.ts'

const SCOPE = '/admin/run'

/** The run sheet of a driver, for a phone. It works without a connection (decisions/071-roast-day-offline.md). */
export default function RunPage() {
  const { day = '', route = '' } = useParams()
  return (
    <AdminPage access="packer" heading={isDay(day) ? formatDate(day, 'weekday') : 'Run'}>
      {(user) =>
        isDay(day) ? <RunSheet key={`${day}/${route}`} day={day} route={route} user={user} /> : null
      }
    </AdminPage>
  )
}

function RunSheet({ day, route, user }: { day: string; route: string; user: UserInfo }) {
  const id = runId({ day, route })
  const { answer, state: run, ...notices } = useOfflineState(RUN_PAGE, id, user)
  useEffect(() => keepPages(SCOPE, [`${SCOPE}/${id}`]), [id])
  if (!run)
    return answer.isError ? (
      <LoadError error={answer.error} retry={answer.refetch} />
    ) : (
      <AdminLoading what="run" />
    )
  return (
    <div className={`stack-3 ${styles.run}`}>
      <Notices {...notices} queue={runQueue} what="run" again={(step) => step} />
      <Stops run={run} userId={user._id} steps={notices.steps} />
    </div>
  )
}

type StopsProps = { run: Run; userId: string; steps: readonly QueuedStep<RunStep>[] }

function Stops({ run, userId, steps }: StopsProps) {
  const complete = useCompleteStop(run, userId)
  const open = run.stops.filter(isOpen)
  const done = run.stops.filter((stop) => !isOpen(stop))
  return (
    <>
      <div className="row-2 align-middle apart">
        <p className="strong">
          {run.name}
          {run.driver ? `, ${run.driver}` : ''}: {done.length} of {run.stops.length} done
        </p>
        <Button look="line" className="screen-only" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {run.stops.length === 0 ? (
        <p>
          No order is delivered on this run. <Link to={`/admin/deliveries/${run.day}`}>See the day</Link>
        </p>
      ) : null}
      <ol className={`stack-3 ${styles.stops}`}>
        {open.map((stop, at) => (
          <li key={stop._id}>
            <OpenStop run={run} stop={stop} isNext={at === 0} complete={complete} />
          </li>
        ))}
      </ol>
      {done.length > 0 ? (
        <section className="stack-2" aria-labelledby="done">
          <h2 id="done">Done</h2>
          <ol className={`stack-2 ${styles.stops}`}>
            {done.map((stop) => (
              <li key={stop._id}>
                <DoneStop stop={stop} waiting={waitingAt(steps, stop)} />
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </>
  )
}

/** Whether something is still to be done at a stop. */
function isOpen({ orders }: RunStop): boolean {
  return orders.some(({ outcome }) => outcome === null)
}

/** The step at a stop that is not sent yet. */
function waitingAt(steps: readonly QueuedStep<RunStep>[], { _id }: RunStop) {
  const [name] = linksOf(_id).makes
  return lastWaiting(steps, name!)
}
