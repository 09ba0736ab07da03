import { useQuery } from '@tanstack/react-query'
import { standing } from '#shared/wholesale/api/standing.ts'
import { ask } from '#app/platform/api/query.ts'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { BuyerPage } from '../buyer/buyer-page.tsx'
import { StandingOrders } from './orders.tsx'

/** The standing orders of a buyer's account. */
export default function StandingPage() {
  return (
    <BuyerPage title="Standing orders">
      {(account) =>
        account.rights.mayOrder ? <Own account={account._id} /> : <p>You may not order for this account.</p>
      }
    </BuyerPage>
  )
}

function Own({ account }: { account: string }) {
  const answer = useQuery({ ...ask(standing.mine, {}), refetchOnWindowFocus: 'always' })
  if (!answer.data) return <NotLoaded of={answer} what="your standing orders" lines={4} />
  const of = <Row extends { company: { _id: string } }>(rows: readonly Row[]) =>
    rows.filter(({ company }) => company._id === account)
  return <StandingOrders orders={of(answer.data.orders)} places={of(answer.data.places)} />
}
