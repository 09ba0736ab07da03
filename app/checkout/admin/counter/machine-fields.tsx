import { Field } from '#app/platform/ui/field.tsx'

/** What the card machine printed. Both may be empty. */
export type Printed = { approval: string; lastFour: string }

export const NOTHING_PRINTED: Printed = { approval: '', lastFour: '' }

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
