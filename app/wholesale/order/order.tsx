/** The page on which a buyer orders for a location: /wholesale/order. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { accountOrders, type OrderForm } from '#shared/wholesale/api/account-orders.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { BuyerPage } from '../buyer/buyer-page.tsx'
import { LocationChoice } from './location-choice.tsx'
import { OrderTable } from './order-table.tsx'
import type { Placed } from './use-sending.ts'

export default function OrderPage() {
  return <BuyerPage title="Order">{({ _id }) => <OrderFor company={_id} />}</BuyerPage>
}

function OrderFor({ company }: { company: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const location = query.get('location')
  const changes = query.get('changes')
  const answer = useQuery({
    ...ask(accountOrders.form, {
      query: { company, ...(location ? { location } : {}), ...(changes ? { changes } : {}) },
    }),
    staleTime: 0,
  })
  if (!answer.data) return <NotLoaded of={answer} what="what you can order" lines={8} height="4rem" />
  const onSent = async (placed: Placed) => {
    toast.success(`We have your order No. ${placed.number}`)
    await navigate(placed.state === 'pending' ? `/order/${placed._id}` : `/wholesale/orders/${placed._id}`)
    await refresh(client, 'account-orders')
  }
  return (
    <>
      <Location form={answer.data} />
      <OrderTable
        key={`${answer.data.location._id} ${changes ?? ''}`}
        form={answer.data}
        send={(body, idempotencyKey) => call(accountOrders.place, { body }, { idempotencyKey })}
        askShipping={(body) => call(accountOrders.shipping, { body })}
        onSent={(placed) => void onSent(placed)}
        pathOf={(id) => `/wholesale/orders/${id}`}
        reload={() => void answer.refetch()}
      />
    </>
  )
}

/** For which location the order is. One person in several cafes must not order for the wrong one. */
function Location({ form }: { form: OrderForm }) {
  const { company, location } = form
  return (
    <div className="stack-1">
      <LocationChoice form={form} />
      <p className="soft">
        {location.address} · {company.terms}
      </p>
      {company.notOnAccount ? <p className="alarm">{company.notOnAccount}</p> : null}
    </div>
  )
}
