import type { PublicLot } from '#shared/catalog/api/coffee-lots.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { timeText } from '../shop/recipe-facts.tsx'
import styles from './lot.module.css'

/** The brew recipe of a coffee, in large numbers. Renders nothing if the owner has not given one. */
export function Brewing({ coffee }: { coffee: PublicLot['coffee'] }) {
  const { brewMethod: method, brewDose: dose, brewWater: water, brewSeconds: seconds } = coffee
  const steps = [
    ['Coffee', dose ? `${formatNumber(dose)} g` : ''],
    ['Water', water ? `${formatNumber(water)} g` : ''],
    ['Time', seconds ? timeText(seconds) : ''],
  ].filter(([, value]) => value !== '')
  if (!method && steps.length === 0) return null
  return (
    <section className="stack-2" aria-labelledby="brewing">
      <h2 id="brewing">How to brew it</h2>
      {method ? <p className="lead italic">{method}</p> : null}
      {steps.length > 0 ? (
        <dl className={styles.recipe}>
          {steps.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  )
}
