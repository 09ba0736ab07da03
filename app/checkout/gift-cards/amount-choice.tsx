import { useId } from 'react'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { giftCards } from '#shared/checkout/api/gift-cards.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { Field } from '#app/platform/ui/field.tsx'
import styles from './gift-cards.module.css'

const OWN = 'own'

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
  const middle = amounts[Math.floor((amounts.length - 1) / 2)]
  const first = middle === undefined ? OWN : String(middle)
  const isOwn = (chosen ?? first) === OWN
  const id = useId()
  const limits = `From ${short(least)} to ${short(most)}.`
  return (
    <fieldset
      className={`stack-2 ${styles.group}`}
      aria-describedby={problem && !isOwn ? `${id}-problem` : undefined}
    >
      <legend>Amount</legend>
      <div className={`stack-2 ${styles.choices}`}>
        {[...amounts.map(String), OWN].map((value) => (
          <label key={value} className={styles.choice}>
            <input type="radio" name="amount" value={value} defaultChecked={value === first} />
            <span>{value === OWN ? 'Another amount' : short(Number(value))}</span>
          </label>
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

/** '$25', or '$25.50'. */
function short(amount: number): string {
  return formatDollars(amount).replace(/\.00$/, '')
}
