import { useId } from 'react'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { giftCards } from '#shared/checkout/api/gift-cards.ts'
import { shortDollars } from '#shared/kernel/pricing.ts'
import { Field } from '#app/platform/ui/field.tsx'
import { RadioChoice } from './form-parts.tsx'
import styles from './gift-cards.module.css'

/** The value of the choice to enter an amount. */
export const OWN = 'own'

/** The amount of a card: one of those that the shop suggests, or another one within its limits. */
export function AmountChoice({
  offer: { amounts, least, most },
  chosen,
  problem,
}: {
  offer: Reply<typeof giftCards.offer>
  /** The value of the chosen amount; null for the first choice. */
  chosen: string | null
  problem: string | undefined
}) {
  const first = firstAmount(amounts)
  const isOwn = (chosen ?? first) === OWN
  const id = useId()
  const limits = `From ${shortDollars(least)} to ${shortDollars(most)}.`
  return (
    <fieldset
      className={`stack-2 ${styles.group}`}
      aria-describedby={problem && !isOwn ? `${id}-problem` : undefined}
    >
      <legend>Amount</legend>
      <div className={`stack-2 ${styles.choices}`}>
        {[...amounts.map(String), OWN].map((value) => (
          <RadioChoice key={value} name="amount" value={value} isFirst={value === first}>
            {value === OWN ? 'Another amount' : shortDollars(Number(value))}
          </RadioChoice>
        ))}
      </div>
      {isOwn ? (
        <div className={styles.own}>
          <Field
            label="Amount in dollars"
            name="ownAmount"
            inputMode="decimal"
            maxLength={10}
            required
            data-missing={`Enter an amount. ${limits}`}
            hint={limits}
            problem={problem}
          />
        </div>
      ) : problem ? (
        <p id={`${id}-problem`} className="alarm">
          {problem}
        </p>
      ) : null}
    </fieldset>
  )
}

/** The value of the amount that is chosen at first: the one in the middle. */
export function firstAmount(amounts: readonly number[]): string {
  const middle = amounts[Math.floor((amounts.length - 1) / 2)]
  return middle === undefined ? OWN : String(middle)
}
