import { useId, useState } from 'react'
import type { Reply } from '#shared/api/endpoint.ts'
import type { giftCards } from '#shared/api/gift-cards.ts'
import { formatDollars } from '#shared/pricing.ts'
import { Field } from '../../ui/field.tsx'
import styles from './gift-cards.module.css'

const OWN = 'own'

/** The amount of a card: one of those that the shop suggests, or another one within its limits. */
export function AmountChoice({
  offer: { amounts, least, most },
  problem,
}: {
  offer: Reply<typeof giftCards.offer>
  problem: string | undefined
}) {
  const middle = amounts[Math.floor((amounts.length - 1) / 2)]
  const [chosen, choose] = useState(middle === undefined ? OWN : String(middle))
  const id = useId()
  const limits = `From ${short(least)} to ${short(most)}.`
  return (
    <fieldset
      className={styles.group}
      aria-describedby={problem && chosen !== OWN ? `${id}-problem` : undefined}
    >
      <legend>Amount</legend>
      <div className={styles.choices}>
        {[...amounts.map(String), OWN].map((value) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="amount"
              value={value}
              checked={chosen === value}
              onChange={() => choose(value)}
            />
            <span>{value === OWN ? 'Another amount' : short(Number(value))}</span>
          </label>
        ))}
      </div>
      {chosen === OWN ? (
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
        <p id={`${id}-problem`} className={styles.problem}>
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
