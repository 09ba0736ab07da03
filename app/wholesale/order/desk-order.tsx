/** Staff enter the order of an account, for a caller: /admin/account/:id/order. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { accountOrders, type OrderForm } from '#shared/wholesale/api/account-orders.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { LocationChoice } from './location-choice.tsx'
import { OrderTable } from './order-table.tsx'
import type { Placed } from './use-sending.ts'

export default function DeskOrder() {
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const location = query.get('location')
  const changes = query.get('changes')
  const answer = useQuery({
    ...ask(accountOrders.deskForm, {
      query: { company: id, ...(location ? { location } : {}), ...(changes ? { changes } : {}) },
    }),
    staleTime: 0,
  })
  const account = `/admin/account/${id}`
  return (
    <AdminPage title="Enter an order" back={{ to: account, title: 'Account' }}>
      {() => (
        <AdminResource answer={answer} what="account" gone="There is no such account." list="/admin/accounts">
          {(form) => <Entered key={form.location._id} form={form} reload={() => void answer.refetch()} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function Entered({ form, reload }: { form: OrderForm; reload: () => void }) {
  const navigate = useNavigate()
  const [reason, setReason] = useState('By phone')
  const onSent = (placed: Placed) => {
    toast.success(`Order No. ${placed.number} is entered`)
    void navigate(`/order/${placed._id}`)
  }
  return (
    <>
      <p>
        {form.company.name} · {form.location.address} · {form.company.terms}
      </p>
      <LocationChoice form={form} />
      <OrderTable
        form={form}
        send={(body, idempotencyKey) =>
          call(accountOrders.deskPlace, { body: { ...body, reason } }, { idempotencyKey })
        }
        askShipping={(body) => call(accountOrders.deskShipping, { body })}
        onSent={onSent}
        reload={reload}
        pathOf={(id) => `/order/${id}`}
      >
        <div className="measure-form">
          <Field
            label="Why you enter it"
            required
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            hint="With a reason it may be below the minimum, after the cut-off and over the capacity"
          />
        </div>
      </OrderTable>
    </>
  )
}
