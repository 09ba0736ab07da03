import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'

/** What the card machine printed. Both may be empty. */
export type Printed = { approval: string; lastFour: string }

export const NOTHING_PRINTED: Printed = { approval: '', lastFour: '' }

/** A part that the card machine takes, before the rest is taken in cash. */
export type Part = Printed & {
  /** As typed, in dollars; empty if it takes no part. */
  amount: string
}

export const NO_PART: Part = { amount: '', ...NOTHING_PRINTED }

/** Asks for a part with the card machine. */
export function PartFields({ of, change }: { of: Part; change: (part: Part) => void }) {
  return (
    <Disclosure summary="A part with the card machine">
      <div className="stack-2 pad-y-2">
        <Field
          label="Amount on the card machine, in dollars"
          inputMode="decimal"
          maxLength={10}
          autoComplete="off"
          unmarked
          value={of.amount}
          hint="Take it first. The rest is in cash."
          onChange={({ target }) => change({ ...of, amount: target.value })}
        />
        <MachineFields of={of} change={(printed) => change({ ...of, ...printed })} />
      </div>
    </Disclosure>
  )
}

/** Asks what the card machine printed. */
export function MachineFields({ of, change }: { of: Printed; change: (printed: Printed) => void }) {
  return (
    <div className="grid gap-2 halves-36">
      <Field
        label="Last four digits"
        inputMode="numeric"
        pattern="[0-9]{4}"
        title="The last four digits of the card"
        maxLength={4}
        autoComplete="off"
        value={of.lastFour}
        onChange={({ target }) => change({ ...of, lastFour: target.value })}
      />
      <Field
        label="Approval code"
        maxLength={11}
        autoComplete="off"
        value={of.approval}
        onChange={({ target }) => change({ ...of, approval: target.value })}
      />
    </div>
  )
}
