/** The standing orders of an account: for its buyers, and for staff on the page of the account. */
import { useState } from 'react'
import type { StandingOrder, StandingPlace } from '#shared/wholesale/api/standing.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { StandingCard } from './card.tsx'
import { StandingForm } from './form.tsx'

type Props = { orders: StandingOrder[]; places: StandingPlace[]; byStaff?: boolean }

export function StandingOrders({ orders, places, byStaff = false }: Props) {
  const [isNew, setIsNew] = useState(false)
  return (
    <div className="stack-4">
      {orders.length === 0 && !isNew ? (
        <p className="measure">
          A standing order writes the same order every week or every second week, some hours before its
          cut-off. You can change each order until then, skip a date, or put everything on hold.
        </p>
      ) : null}
      {orders.map((order) => (
        <StandingCard key={order._id} of={order} byStaff={byStaff} />
      ))}
      {isNew ? (
        <StandingForm places={places} byStaff={byStaff} close={() => setIsNew(false)} />
      ) : places.length > 0 ? (
        <p>
          <Button look={orders.length === 0 ? 'solid' : 'line'} onClick={() => setIsNew(true)}>
            New standing order
          </Button>
        </p>
      ) : null}
    </div>
  )
}
