import { useEffect, useState } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import type { WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { isDay } from '#shared/kernel/days.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { Blend } from './blend.tsx'
import { Fill } from './fill.tsx'
import { keepPages } from '#app/platform/offline/kept.ts'
import { Notices } from '#app/platform/offline/notices.tsx'
import { keptDays } from './offline.ts'
import { Package } from './package.tsx'
import { nextStep, type Progress, progressOf, STEP_IDS, type StepId } from './progress.ts'
import { queue } from './queue/sender.ts'
import type { Step } from './queue/steps.ts'
import { Roast } from './roast.tsx'
import styles from './roast-day.module.css'
import { Ship } from './ship.tsx'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import { useDayActions, type DayActions } from './use-day-actions.ts'
import { useRoastDay } from './use-roast-day.ts'
import { Weigh } from './weigh.tsx'

const BASE = '/admin/roast-day'
const PLAN = '/admin/roastery'

/**
 * The work of a roast day, for a tablet beside the roaster. Without a day in the URL, it shows today or the next day
 * with work, or offers to plan one.
 */
export default function RoastDayPage() {
  const { day } = useParams()
  const isValid = day !== undefined && isDay(day)
  return (
    <AdminPage access="packer" heading={isValid ? formatDate(day, 'weekday') : 'Roast day'}>
      {(user) =>
        day === undefined ? (
          <NextDay user={user} />
        ) : isValid ? (
          <Day key={day} date={day} user={user} />
        ) : (
          <p>
            This is not a day. <Link to={BASE}>Go to the next roast day</Link>
          </p>
        )
      }
    </AdminPage>
  )
}

function NextDay({ user }: { user: UserInfo }) {
  const { today } = useBusiness()
  const { answer } = useRoastDay(today, user)
  if (answer.data) {
    const { day, next } = answer.data.state
    const shown = isEmpty(answer.data.state) ? next : day
    return shown === null ? <NothingPlanned /> : <Navigate to={`${BASE}/${shown}`} replace />
  }
  const last = answer.isError ? keptDays.newest() : null
  if (last) return <Navigate to={`${BASE}/${last.state.day}`} replace />
  return answer.isError ? (
    <LoadError error={answer.error} retry={answer.refetch} />
  ) : (
    <AdminLoading what="roast day" />
  )
}

const isEmpty = ({ batches, orders }: WholeRoastDay) => batches.length + orders.length === 0

function NothingPlanned() {
  return (
    <div className="row-2 align-middle">
      <p>No roast day is planned, and no order waits for one.</p>
      <ButtonLink to={PLAN}>Plan a roast day</ButtonLink>
    </div>
  )
}

/** Leads to the plan of a day that has no batches. */
function NoBatches({ day }: { day: WholeRoastDay }) {
  return (
    <div className="row-2 align-middle">
      <p>
        {isEmpty(day) ? 'Nothing is planned for this day.' : 'The batches of this day are not planned yet.'}
      </p>
      <ButtonLink to={`${PLAN}/${day.day}`}>Plan this day</ButtonLink>
    </div>
  )
}

function Day({ date, user }: { date: string; user: UserInfo }) {
  const { answer, day, ...state } = useRoastDay(date, user)
  useEffect(() => keepPages(BASE, [BASE, `${BASE}/${date}`]), [date])
  if (!day)
    return answer.isError ? (
      <LoadError error={answer.error} retry={answer.refetch} />
    ) : (
      <AdminLoading what="roast day" />
    )
  return (
    <div className={`stack-3 ${styles.day}`}>
      <Notices {...state} queue={queue} what="day" again={(step) => withCurrentNumber(step, day)} />
      <DayLinks previous={day.previous} next={day.next} />
      {day.batches.length === 0 ? <NoBatches day={day} /> : null}
      <DaySteps day={day} isLoaded={answer.isFetchedAfterMount} steps={state.steps} userId={user._id} />
    </div>
  )
}

/** A packaging step that is tried again is for bags in addition to those that are packaged now. */
function withCurrentNumber(step: Step, day: DayActions['day']): Step {
  if (step.kind !== 'package') return step
  const { body } = step.input
  const rows = day.coffees.flatMap(({ packaging }) => packaging)
  const row = rows.find(({ sizeId, grind }) => sizeId === body.sizeId && grind === body.grind)
  return { ...step, input: { body: { ...body, packagedBefore: row?.packaged ?? body.packagedBefore } } }
}

function DayLinks({ previous, next }: { previous: string | null; next: string | null }) {
  if (!previous && !next) return null
  return (
    <p className="row-0-3">
      {previous ? (
        <Link to={`${BASE}/${previous}`} className="reach">
          Before: {formatDate(previous, 'shortWeekday')}
        </Link>
      ) : null}
      {next ? (
        <Link to={`${BASE}/${next}`} className="reach">
          Next: {formatDate(next, 'shortWeekday')}
        </Link>
      ) : null}
    </p>
  )
}

const SECTIONS = { weigh: Weigh, roast: Roast, blend: Blend, package: Package, fill: Fill, ship: Ship }

/** @param isLoaded false while the day is the copy that this browser has stored or shown before */
function DaySteps({
  day,
  isLoaded,
  steps,
  userId,
}: {
  day: DayActions['day']
  isLoaded: boolean
  steps: Parameters<typeof useDayActions>[1]['steps']
  userId: string
}) {
  const { large: unit } = useWeightUnits()
  const actions = useDayActions(day, { steps, userId, unit })
  const [params] = useSearchParams()
  const progress = progressOf(day)
  const wanted = STEP_IDS.find((id) => id === params.get('step') && progress.some((one) => one.id === id))
  const first = useFirstStep(progress, `${isLoaded} ${day.batches.length > 0}`)
  const current = wanted ?? first
  const Current = SECTIONS[current]
  return (
    <>
      <StepNav steps={progress} current={current} />
      <Current actions={actions} />
      <NextStep progress={progress} current={current} />
    </>
  )
}

/**
 * The step that is shown first. It stays on the screen even when it is done, so that the screen does not jump.
 * @param basis what it was chosen from: if that changes, it is chosen again, because an old copy of the day may have had no
 * batches yet, or may have shown steps as open that other people have completed since
 */
function useFirstStep(progress: ReturnType<typeof progressOf>, basis: string): StepId {
  const [first, setFirst] = useState(() => ({ step: nextStep(progress), basis }))
  if (first.basis !== basis) setFirst({ step: nextStep(progress), basis })
  return first.step
}

/** The link to the step after this one, when this one is done. */
function NextStep({ progress, current }: { progress: ReturnType<typeof progressOf>; current: StepId }) {
  const index = progress.findIndex(({ id }) => id === current)
  const { done, total } = progress[index]!
  const following = progress[index + 1]
  if (done < total || !following) return null
  return (
    <Link
      to={{ search: `?step=${following.id}` }}
      replace
      preventScrollReset
      className={`flex align-middle ${styles.nextStep}`}
    >
      Next: {following.title}
    </Link>
  )
}

/** Links to the steps of the day, each with its progress. */
function StepNav({ steps, current }: { steps: Progress[]; current: StepId }) {
  return (
    <nav aria-label="Steps of the day" className={`mat ${styles.steps}`}>
      <ul className="grid box">
        {steps.map(({ id, title, done, total }) => (
          <li key={id}>
            <Link
              to={{ search: `?step=${id}` }}
              replace
              preventScrollReset
              className="grid"
              aria-current={id === current ? 'step' : undefined}
              data-done={(total > 0 && done >= total) || undefined}
            >
              <span>{title}</span>{' '}
              <span className={styles.count}>
                {done}/{total}
                {total > 0 && done >= total ? <span className="visually-hidden"> done</span> : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
