import { useState } from 'react'
import { standing, type StandingOrder } from '#shared/wholesale/api/standing.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'

/** Holds a standing order until a day, or goes on. */
export function HoldForm({ of, close }: { of: StandingOrder; close: () => void }) {
  const [until, setUntil] = useState(of.heldUntil ?? '')
  const hold = useChange(async (day: string | null) => {
    const changed = await call(standing.hold, {
      params: { id: of._id },
      body: { until: day, version: of.version },
    })
    close()
    return changed
  }, 'standing-orders')
  return (
    <form
      className="stack-2 measure-form"
      onSubmit={(event) => {
        event.preventDefault()
        hold.mutate(until)
      }}
    >
      <Field
        label="The first delivery is on or after"
        type="date"
        required
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
      <div className="row-1">
        <Button type="submit" busy={hold.isPending}>
          Hold
        </Button>
        {of.heldUntil ? (
          <Button look="line" busy={hold.isPending} onClick={() => hold.mutate(null)}>
            Go on now
          </Button>
        ) : null}
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
