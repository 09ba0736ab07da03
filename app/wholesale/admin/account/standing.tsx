import { useQuery } from '@tanstack/react-query'
import { standing } from '#shared/wholesale/api/standing.ts'
import { ask } from '#app/platform/api/query.ts'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { StandingOrders } from '../../standing/orders.tsx'

/** The standing orders of an account. Staff change them as its buyers do. */
export function Standing({ of: id }: { of: string }) {
  const answer = useQuery(ask(standing.ofAccount, { params: { id } }))
  return (
    <section className="stack-2" aria-labelledby="standing">
      <h2 id="standing">Standing orders</h2>
      {answer.data ? (
        <StandingOrders {...answer.data} byStaff />
      ) : (
        <NotLoaded of={answer} what="the standing orders" lines={2} />
      )}
    </section>
  )
}
