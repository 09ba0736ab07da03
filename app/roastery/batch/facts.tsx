import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { WholeBatch } from '#shared/roastery/api/batches.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { roastTime } from '#shared/roastery/roast-curve.ts'
import { bothWeights, type WeightUnit } from '#shared/kernel/weights.ts'
import { useUser } from '#app/platform/session/session.ts'
import styles from './batch.module.css'

/** The green coffee, weights, times, people and lots of a batch. */
export function Facts({ batch }: { batch: WholeBatch }) {
  const unit: WeightUnit = batch.inPounds ? 'lb' : 'kg'
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
          <ul className={styles.lots}>
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
          <dd className="pre-line">{notes}</dd>
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
          <ul className={styles.lots}>
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
export function percentText(thousandths: number): string {
  return `${(thousandths / 10).toFixed(1)}%`
}

/** A link for admins to a page that only they may open; the text for others. */
function OfAdmin({ to, children }: { to: string; children: ReactNode }) {
  const isAdmin = useUser()?.isAdmin ?? false
  return isAdmin ? <Link to={to}>{children}</Link> : children
}
