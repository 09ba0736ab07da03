import { formatCents, formatDollars, subscriberPrice, toCents } from '#shared/kernel/pricing.ts'
import { TASTES, WEEKS, frequencyText, nameOfChoice } from '#shared/platform/subscriptions.ts'
import { SelectField } from '#app/platform/ui/field.tsx'
import { useRoasts } from '#app/platform/api/business.ts'
import styles from './size-choice.module.css'
import type { Subscribing } from './use-buy.ts'

/**
 * The choice between one purchase and a subscription, with its frequency and this coffee or roaster's choice. Renders
 * nothing if there is no choice.
 * @param price of a piece of the chosen size without a subscription, in dollars
 */
export function SubscribeChoice({ of: subscribing, price }: { of: Subscribing; price: number }) {
  const { offer, chosen, choose } = subscribing
  if (!offer) return null
  const save = offer.discount > 0 ? ` and save ${offer.discount}%` : ''
  const each = chosen ? toCents(subscribing.priceOf(price)) : subscriberPrice(toCents(price), offer.discount)
  return (
    <fieldset id="subscribe" className={`may-shrink ${styles.choice}`}>
      <legend className="visually-hidden">How often</legend>
      <div className={`stack-1 ${styles.often}`}>
        <label className={`grid packed target box ${styles.size}`}>
          <input type="radio" name="often" checked={!chosen} onChange={() => choose(false)} />
          <span className={styles.name}>One time</span>
          <span className="lining">{formatDollars(price)}</span>
        </label>
        <label className={`grid packed target box ${styles.size}`}>
          <input type="radio" name="often" checked={chosen !== undefined} onChange={() => choose(true)} />
          <span className={styles.name}>Subscribe{save}</span>
          <span className="lining">{formatCents(each)}</span>
        </label>
      </div>
      {chosen ? <Frequency of={subscribing} /> : null}
    </fieldset>
  )
}

/** A required field has no empty value. */
const THIS = 'this'

function Frequency({ of: { offer, chosen, choice, setWeeks, setTaste } }: { of: Subscribing }) {
  const roasts = useRoasts()
  if (!offer || !chosen) return null
  return (
    <div className={`stack-2 pad-top-2 ${styles.frequency}`}>
      <SelectField
        label="Every"
        required
        value={chosen.weeks}
        onChange={({ target }) => setWeeks(WEEKS.find((each) => String(each) === target.value) ?? null)}
      >
        {offer.weeks.map((weeks) => (
          <option key={weeks} value={weeks}>
            {frequencyText(weeks).replace('Every ', '')}
          </option>
        ))}
      </SelectField>
      {offer.choice ? (
        <SelectField
          label="Coffee"
          required
          hint={
            choice
              ? `We choose each box. The first one is ${choice.next.name}. ${formatCents(toCents(offer.choice.price))} a bag at most`
              : undefined
          }
          value={choice?.taste ?? THIS}
          onChange={({ target }) => setTaste(TASTES.find((each) => each === target.value) ?? null)}
        >
          <option value={THIS}>This coffee</option>
          {offer.choice.tastes.map(({ taste, name }) => (
            <option key={taste} value={taste}>
              {nameOfChoice(roasts)}: {name}
            </option>
          ))}
        </SelectField>
      ) : null}
      <p className={`whole-row ${styles.note}`}>
        Skip, change or cancel at any time. You see the terms before you pay.
      </p>
    </div>
  )
}
