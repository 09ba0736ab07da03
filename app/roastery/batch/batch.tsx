import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { batches, type WholeBatch } from '#shared/roastery/api/batches.ts'
import type { BatchState } from '#shared/roastery/api/roast-day.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { ask } from '#app/platform/api/query.ts'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { Correction } from '../correction.tsx'
import { Cuppings } from './cuppings.tsx'
import { Curve } from './curve.tsx'
import type { ReactNode } from 'react'
import { roastTime } from '#shared/roastery/roast-curve.ts'
import { bothWeights, type WeightUnit } from '#shared/kernel/weights.ts'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import { useUser } from '#app/platform/session/session.ts'
import styles from './batch.module.css'

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

/** The green coffee, weights, times, people and lots of a batch. */
function Facts({ batch }: { batch: WholeBatch }) {
  const { large: unit } = useWeightUnits()
  const { greens, roast, profile, roastedGrams, loss, notes, weighed, roasted } = batch
  return (
    <dl className={styles.facts}>
      <dt>Roast</dt>
      <dd>
        {roast.name}
        {profile ? `, profile ${profile}` : ''}
      </dd>
      <dt>Day</dt>
      <dd>{dayText(batch)}</dd>
      <dt>Green coffee</dt>
      <dd>
        {bothWeights(batch.greenGrams, unit)}
        {weighed ? `, weighed by ${weighed.by}, ${formatDate(weighed.at, 'shortDayAndTime')}` : ', planned'}
        {greens.length === 0 ? null : (
          <ul>
            {greens.map(({ lot: { _id, code, name }, grams }) => (
              <li key={_id}>
                {bothWeights(grams, unit)} of{' '}
                <OfAdmin to={`/admin/green-coffee/${_id}`}>
                  {code}, {name}
                </OfAdmin>
              </li>
            ))}
          </ul>
        )}
      </dd>
      <dt>Roasted coffee</dt>
      <dd>
        {roastedGrams === null
          ? 'Not roasted yet'
          : `${bothWeights(roastedGrams, unit)}${roasted ? `, by ${roasted.by}, ${formatDate(roasted.at, 'shortDayAndTime')}` : ''}`}
      </dd>
      <dt>Loss</dt>
      <dd>
        {loss === null ? '' : `${percentText(loss)}, `}
        expected {percentText(roast.expectedLoss)}
      </dd>
      {batch.roastSeconds === null ? null : (
        <>
          <dt>Time</dt>
          <dd>{roastTime(batch.roastSeconds)} minutes</dd>
        </>
      )}
      {roastedGrams === null ? null : <Lots batch={batch} unit={unit} />}
      {notes ? (
        <>
          <dt>Notes</dt>
          <dd>{notes}</dd>
        </>
      ) : null}
    </dl>
  )
}

/** The day of roasting, and the planned one if it differs. */
function dayText({ roastsOn, roastedOn }: WholeBatch): string {
  const text = formatDate(roastedOn ?? roastsOn, 'weekday')
  const isOther = roastedOn !== null && roastedOn !== roastsOn
  return isOther ? `${text}, planned for ${formatDate(roastsOn, 'shortMonthDay')}` : text
}

/** Where the roasted coffee is. */
function Lots({ batch: { lots, gramsLeft }, unit }: { batch: WholeBatch; unit: WeightUnit }) {
  return (
    <>
      <dt>In lots</dt>
      <dd>
        {lots.length === 0 ? null : (
          <ul>
            {lots.map(({ _id, code, product, grams }) => (
              <li key={_id}>
                {bothWeights(grams, unit)} in <OfAdmin to={`/admin/recall?place=${_id}`}>lot {code}</OfAdmin>,{' '}
                {product.name}
              </li>
            ))}
          </ul>
        )}
        {gramsLeft > 0 ? `${bothWeights(gramsLeft, unit)} is loose` : 'Nothing is left'}
      </dd>
    </>
  )
}

/** '14.8%' for 148 thousandths. */
function percentText(thousandths: number): string {
  return `${(thousandths / 10).toFixed(1)}%`
}

/** A link for admins to a page that only they may open; the text for others. */
function OfAdmin({ to, children }: { to: string; children: ReactNode }) {
  const isAdmin = useUser()?.isAdmin ?? false
  return isAdmin ? <Link to={to}>{children}</Link> : children
}
