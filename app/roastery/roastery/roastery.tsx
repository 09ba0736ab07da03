import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { roastPlan, type RoastPlan } from '#shared/roastery/api/roast-plan.ts'
import { isAdminRole } from '#shared/kernel/roles.ts'
import { roleOfUser } from '#shared/people/api/users.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { type DayList, DayStrip } from './day-strip.tsx'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { Batches } from './batches.tsx'
import { DayForm } from './day-form.tsx'
import { Coffees, Roasts } from './needs.tsx'
import styles from './roastery.module.css'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'

/** The plan of the roastery: the next roast days, and the batches of one of them. */
export default function Roastery() {
  const { day } = useParams()
  return (
    <AdminPage access="packer">
      {(user) => <Days chosen={day ?? null} isAdmin={isAdminRole(roleOfUser(user))} />}
    </AdminPage>
  )
}

/** @param chosen the day in the address; null for the next day with work */
function Days({ chosen, isAdmin }: { chosen: string | null; isAdmin: boolean }) {
  const answer = useQuery({
    ...ask(roastPlan.days, {}),
    placeholderData: keepPreviousData,
    // Fetched again regularly, because orders arrive and other people work on the plan.
    refetchInterval: 30_000,
  })
  if (answer.isPending) return <AdminLoading what="roast days" />
  const error = answer.isError ? <LoadError error={answer.error} retry={answer.refetch} /> : null
  // After a failed refetch the days stay, because the forms of the plan may have unsaved text.
  if (!answer.data) return error
  const { days, today } = answer.data
  const coming = days.filter(({ day }) => day >= today)
  const next = coming.find(({ orders, batches, roasted }) => orders + batches - roasted > 0) ?? coming[0]
  const day = chosen ?? next?.day
  return (
    <div className="stack-4">
      {error}
      <DayStrip list={answer.data} chosen={day ?? null} />
      {day === undefined ? (
        <p>The roast calendar has no roast day in the next two weeks, and no order waits for one.</p>
      ) : (
        <Plan key={day} day={day} list={answer.data} isAdmin={isAdmin} />
      )}
    </div>
  )
}

/** The plan of a day: its problems, what orders need, and the batches. */
function Plan({ day, list, isAdmin }: { day: string; list: DayList; isAdmin: boolean }) {
  const answer = useQuery({ ...ask(roastPlan.one, { params: { day } }), refetchInterval: 30_000 })
  const weigh = useWeigh()
  if (answer.isPending) return <AdminLoading what="plan" />
  const error = answer.isError ? <LoadError error={answer.error} retry={answer.refetch} /> : null
  const plan = answer.data
  // After a failed refetch the plan stays, because its forms may have unsaved text.
  if (!plan) return error
  return (
    <section className={`stack-4 ${styles.plan}`} aria-labelledby="plan-day">
      {error}
      <header className="row-2 align-top apart">
        <div>
          <h2 id="plan-day">{formatDate(day, 'weekday')}</h2>
          <p className="soft">{summaryOf(plan, weigh)}</p>
          {plan.note ? <p>{plan.note}</p> : null}
        </div>
        <Actions plan={plan} today={list.today} />
      </header>
      <Problems of={plan} />
      <Batches plan={plan} list={list} />
      <Roasts plan={plan} weigh={weigh} />
      <Coffees plan={plan} weigh={weigh} />
      {isAdmin ? <DayForm plan={plan} /> : null}
    </section>
  )
}

function summaryOf(
  { orders, bookedGrams, batchGrams, capacityGrams }: RoastPlan,
  weigh: (g: number) => string,
) {
  const limit = capacityGrams === null ? 'no limit of capacity' : `capacity ${weigh(capacityGrams)}`
  return `${counted(orders, 'open order')} · promised ${weigh(bookedGrams)} · batches ${weigh(batchGrams)} · ${limit}, all green coffee`
}

function Actions({ plan: { day, batches, capacityGrams }, today }: { plan: RoastPlan; today: string }) {
  const client = useQueryClient()
  const planning = useMutation({
    mutationFn: () => call(roastPlan.automatic, { params: { day } }),
    onSuccess: async ({ batches: planned, problems }) => {
      await refresh(client, 'roastery')
      announce(
        `Planned: ${counted(planned.length, 'batch', 'batches')}, ${counted(problems.length, 'problem')}`,
      )
    },
    onError: (error) => toast.error(error.message),
  })
  const canPlan = day >= today && capacityGrams !== 0
  return (
    <div className="row-2 align-middle">
      {canPlan ? (
        <Button busy={planning.isPending} onClick={() => planning.mutate()}>
          Plan the day
        </Button>
      ) : null}
      <ButtonLink look="line" to={`/admin/roast-day/${day}`}>
        Roast day
      </ButtonLink>
      {batches.length > 0 ? (
        <ButtonLink look="quiet" to={`/admin/roastery/${day}/print`}>
          Print
        </ButtonLink>
      ) : null}
    </div>
  )
}

/** The needs that the plan cannot meet. Screen readers announce changes of the list. */
function Problems({ of: { problems } }: { of: RoastPlan }) {
  return (
    <div role="status">
      {problems.length > 0 ? (
        <ul className={`grid pad-2 mat ${styles.problems}`} aria-label="Problems">
          {problems.map(({ kind, text }) => (
            <li key={text} data-kind={kind}>
              {text}.
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
