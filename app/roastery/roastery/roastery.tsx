import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { roastPlan } from '#shared/roastery/api/roast-plan.ts'
import { isAdminRole } from '#shared/kernel/roles.ts'
import { roleOfUser } from '#shared/people/api/users.ts'
import { ask } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { DayStrip } from './day-strip.tsx'
import { Plan } from './plan.tsx'

/** The plan of the roastery: the next roast days, and the batches of one of them. */
export default function Roastery() {
  const { day } = useParams()
  return (
    <AdminPage title="Roastery" access="packer">
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
