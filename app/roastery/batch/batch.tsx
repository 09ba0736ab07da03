import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { batches, type WholeBatch } from '#shared/roastery/api/batches.ts'
import type { BatchState } from '#shared/roastery/api/roast-day.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { ask } from '#app/platform/api/query.ts'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { Correction } from '../correction.tsx'
import { Cuppings } from './cuppings.tsx'
import { Curve } from './curve.tsx'
import { Facts } from './facts.tsx'

const STATES: Record<BatchState, string> = {
  planned: 'Planned',
  weighed: 'Weighed',
  roasted: 'Roasted',
}

/** A batch: its green coffee, weights, steps, curve and cuppings. */
export default function BatchPage() {
  const { id = '' } = useParams()
  const answer = useQuery(ask(batches.one, { params: { id } }))
  const batch = answer.data
  return (
    <AdminPage
      title={batch ? `Batch ${batch.code}` : 'Batch'}
      {...(batch
        ? {
            state: STATES[batch.state],
            back: {
              to: `/admin/roast-day/${batch.roastsOn}`,
              title: `Roast day ${formatDate(batch.roastsOn, 'shortMonthDay')}`,
            },
          }
        : {})}
      access="packer"
    >
      {(user) => (
        <AdminResource
          answer={answer}
          what="batch"
          gone="There is no such batch. It may have been removed from the plan."
          list="/admin/roastery"
        >
          {(data) => <Batch key={id} batch={data} user={user} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function Batch({ batch, user }: { batch: WholeBatch; user: UserInfo }) {
  return (
    <div className="stack-6">
      <div>
        <Facts batch={batch} />
        {batch.state === 'roasted' ? <Correction of="batch" id={batch._id} left={batch.gramsLeft} /> : null}
      </div>
      <Curve batch={batch} />
      <Cuppings batch={batch} user={user.name} />
    </div>
  )
}
