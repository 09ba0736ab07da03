import { useState, type FormEvent } from 'react'
import type { BrewGuide } from '#shared/content/api/brew-guides.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { Button } from '#app/platform/ui/button.tsx'
import styles from './brew.module.css'

type Props = { guide: BrewGuide; dose: number; onChange: (dose: number) => void }

/** Chooses the dose, or the pot or basket. A form of its own, which works without JavaScript. Nothing if there is no choice. */
export function Scaler(props: Props) {
  const { guide } = props
  if (guide.sizes.length > 1) return <Sizes {...props} />
  return guide.minDose !== null && guide.maxDose !== null && guide.minDose < guide.maxDose ? (
    <Doses {...props} min={guide.minDose} max={guide.maxDose} />
  ) : null
}

function Doses({ guide, dose, onChange, min, max }: Props & { min: number; max: number }) {
  const [typed, setTyped] = useState<string | null>(null)
  const choose = (next: number) => {
    setTyped(null)
    onChange(Math.min(Math.max(next, min), max))
  }
  const button = (step: 1 | -1, limit: number) => (
    <Button
      look="line"
      aria-label={step === 1 ? '1 g more' : '1 g less'}
      className={styles.scripted}
      aria-disabled={dose === limit || undefined}
      onClick={() => choose(dose + step)}
    >
      {step === 1 ? '+' : '−'}
    </Button>
  )
  return (
    <form method="get" className={`screen-only ${styles.scaler}`} onSubmit={stay}>
      <label className="caps" htmlFor="dose">
        Grams of coffee
      </label>
      <div className={`flex ${styles.dose}`}>
        {button(-1, min)}
        <input
          id="dose"
          name="dose"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          value={typed ?? dose}
          aria-describedby="doses"
          className={`mat figures ${styles.grams}`}
          onChange={({ target }) => {
            setTyped(target.value)
            const next = Number(target.value)
            if (Number.isInteger(next) && next >= min && next <= max) onChange(next)
          }}
          // What is typed beyond the limits becomes the limit.
          onBlur={() => choose(Math.round(Number(typed)) || dose)}
        />
        {button(1, max)}
        <Button type="submit" look="line" className={styles.unscripted}>
          Change
        </Button>
      </div>
      <p id="doses" className="soft lining">
        {formatNumber(min)} to {formatNumber(max)} g fit.{' '}
        {guide.timesGrow ? 'A larger dose takes a little longer.' : 'The times stay the same.'}
      </p>
    </form>
  )
}

/** With JavaScript, each choice is applied at once. */
const stay = (event: FormEvent) => event.preventDefault()

function Sizes({ guide, dose, onChange }: Props) {
  return (
    <form method="get" className={`screen-only ${styles.scaler}`} onSubmit={stay}>
      <fieldset className={styles.sizes}>
        <legend className="caps">{guide.isYield ? 'Your basket' : 'Your pot'}</legend>
        {guide.sizes.map((size) => (
          <label key={size.name} className={`box mat ${styles.size}`}>
            <input
              type="radio"
              name="dose"
              value={size.dose}
              checked={size.dose === dose}
              onChange={() => onChange(size.dose)}
            />
            <span className="lining">{size.name}</span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" look="line" className={styles.unscripted}>
        Change
      </Button>
      <p className="soft">
        {guide.isYield ? 'The basket' : 'The pot'} sets the dose: fill it, and do not scale.
      </p>
    </form>
  )
}
