/** How the money is taken at the counter: in cash with the change, or with the card machine. */
import { useState, type FormEvent } from 'react'
import type { CounterQuote, TenderBody } from '#shared/checkout/api/counter.ts'
import { roundingOf, type CounterKind } from '#shared/checkout/tenders.ts'
import { formatDollars, sumOfDollars, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { amountIn } from './amounts.ts'
import { MachineFields, NO_PART, NOTHING_PRINTED, PartFields, type Part } from './machine-fields.tsx'
import styles from './counter.module.css'

type Amounts = Pick<CounterQuote, 'due' | 'cash' | 'roundsCash'>

type StepProps = {
  amounts: Amounts
  isBusy: boolean
  problem: string | null
  back: () => void
  take: (tender: TenderBody) => void
}

type WaysProps = {
  /** Null while the price is not known. */
  price: Amounts | null
  look?: 'line'
  choose: (way: CounterKind) => void
}

/** The buttons for cash and the card machine, with what each takes. They wait for the price of the last change. */
export function TenderWays({ price, look, choose }: WaysProps) {
  const isOff = price === null || undefined
  return (
    <div className={styles.ways}>
      <Button look={look} aria-disabled={isOff} onClick={() => choose('cash')}>
        Cash {price ? formatDollars(price.cash) : ''}
      </Button>
      <Button look={look} aria-disabled={isOff} onClick={() => choose('machine')}>
        Card machine {price ? formatDollars(price.due) : ''}
      </Button>
    </div>
  )
}

/** Takes the money in the chosen way. */
export function TenderStep({ way, ...step }: StepProps & { way: CounterKind }) {
  return way === 'cash' ? <CashStep {...step} /> : <MachineStep {...step} />
}

/** The cash to take beside a part with the card machine; NaN if the part is not an amount below all. */
function cashBeside({ amount }: Part, { due, cash, roundsCash }: Amounts): number {
  if (amount.trim() === '') return cash
  const part = amountIn(amount)
  if (!(part > 0 && part < due)) return Number.NaN
  const rest = toCents(due) - toCents(part)
  return toDollars(rest + roundingOf(rest, roundsCash))
}

/** Asks what was handed over, and shows the change. The card machine may have taken a part before. */
function CashStep({ amounts, isBusy, problem, back, take }: StepProps) {
  const [typed, setTyped] = useState('')
  const [part, setPart] = useState(NO_PART)
  const cash = cashBeside(part, amounts)
  const received = typed.trim() === '' ? cash : amountIn(typed)
  const isEnough = received >= cash
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { amount, ...printed } = part
    const taken = amount.trim() === '' ? {} : { part: { amount: amountIn(amount), ...printed } }
    if (isEnough && !isBusy) take({ kind: 'cash', received, due: cash, ...NOTHING_PRINTED, ...taken })
  }
  const changePart = (next: Part) => {
    setPart(next)
    // What was pressed for the old amount is no longer what the buyer hands over.
    if (next.amount !== part.amount) setTyped('')
  }
  return (
    <form onSubmit={submit} className="stack-2" aria-labelledby="pay">
      <h2 id="pay" tabIndex={-1} ref={focusOnce}>
        Cash{Number.isNaN(cash) ? '' : `: ${formatDollars(cash)}`}
      </h2>
      <div className={styles.notes} role="group" aria-label="Handed over">
        {notesFor(cash).map((amount) => (
          <Button
            key={amount}
            look={received === amount ? 'solid' : 'line'}
            aria-pressed={received === amount}
            onClick={() => setTyped(String(amount))}
          >
            {amount === cash ? 'Exact' : formatDollars(amount).replace('.00', '')}
          </Button>
        ))}
      </div>
      <Field
        label="Handed over, in dollars"
        inputMode="decimal"
        maxLength={10}
        autoComplete="off"
        unmarked
        value={typed}
        placeholder={Number.isNaN(cash) ? '' : cash.toFixed(2)}
        onChange={({ target }) => setTyped(target.value)}
      />
      <PartFields of={part} change={changePart} />
      <Change cash={cash} received={received} due={amounts.due} />
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      <Foot back={back} isBusy={isBusy} isOff={!isEnough} submit="Done, it is paid" />
    </form>
  )
}

type ChangeProps = { cash: number; received: number; due: number }

/** @param cash NaN if the part with the card machine is not below all */
function Change({ cash, received, due }: ChangeProps) {
  return (
    <p className={styles.change} aria-live="polite">
      {received >= cash ? (
        <>
          Change <strong>{formatDollars(sumOfDollars([received, -cash]))}</strong>
        </>
      ) : Number.isNaN(cash) ? (
        <>The part is less than {formatDollars(due)}</>
      ) : (
        <>{formatDollars(cash)} is to be paid</>
      )}
    </p>
  )
}

/** The card machine is not connected: staff say what it did. */
function MachineStep({ amounts: { due }, isBusy, problem, back, take }: StepProps) {
  const [printed, setPrinted] = useState(NOTHING_PRINTED)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) take({ kind: 'machine', due, ...printed })
  }
  return (
    <form onSubmit={submit} className="stack-2" aria-labelledby="pay">
      <h2 id="pay" tabIndex={-1} ref={focusOnce}>
        Take {formatDollars(due)} on the card machine
      </h2>
      <p>Press the button below only when the machine says that the payment is approved.</p>
      <MachineFields of={printed} change={setPrinted} />
      <p className="note">Both help to find the payment later. Never type a whole card number.</p>
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      <Foot back={back} isBusy={isBusy} submit="Approved, it is paid" />
    </form>
  )
}

type FootProps = { back: () => void; isBusy: boolean; isOff?: boolean; submit: string }

/** The confirmation is not where the button of the first press was. */
function Foot({ back, isBusy, isOff = false, submit }: FootProps) {
  return (
    <div className={styles.foot}>
      <Button look="quiet" onClick={back} aria-disabled={isBusy || undefined}>
        Back
      </Button>
      <Button type="submit" busy={isBusy} aria-disabled={isOff || undefined}>
        {submit}
      </Button>
    </div>
  )
}

/** The step replaces what had the focus. */
function focusOnce(heading: HTMLElement | null): void {
  heading?.focus()
}

const NOTES = [5, 10, 20, 50, 100]

/** The exact amount, and up to three amounts that people hand over: the next multiples of the usual notes. */
function notesFor(cash: number): number[] {
  if (Number.isNaN(cash)) return []
  const rounded = NOTES.map((note) => Math.ceil(cash / note) * note)
  return [cash, ...new Set(rounded.filter((amount) => amount > cash))].slice(0, 4)
}
