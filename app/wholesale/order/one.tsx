/** One order of an account: /wholesale/orders/:id. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { formatDate } from '#shared/kernel/dates.ts'
import { accountOrders, type AccountOrder } from '#shared/wholesale/api/account-orders.ts'
import { poundsOf } from '#shared/wholesale/prices.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { BuyerPage } from '../buyer/buyer-page.tsx'
import { stateWords } from './words.ts'

export default function AccountOrderPage() {
  return <BuyerPage title="Order">{() => <One />}</BuyerPage>
}

function One() {
  const { id = '' } = useParams()
  const answer = useQuery({ ...ask(accountOrders.one, { params: { id } }), staleTime: 0 })
  if (!answer.data) return <NotLoaded of={answer} what="the order" lines={6} />
  const order = answer.data
  const { company, location } = order
  return (
    <>
      <h2>
        No. {order.number}: {stateWords(order.state, order.onAccount)}
      </h2>
      <Alert>
        <p>{order.next}</p>
      </Alert>
      <Actions order={order} />
      <dl className="stack-2 align-top halves-48">
        <Fact name="For" of={`${company.name}, ${location}`} />
        <Fact name="Address" of={order.address} />
        <Fact name="Delivery" of={order.deliversOn ? formatDate(order.deliversOn, 'shortWeekday') : ''} />
        <Fact name="Ordered by" of={order.by} />
        <Fact name="PO number" of={order.poNumber} />
        <Fact name="Note" of={order.note} />
      </dl>
      <Table
        label="Goods"
        columns={COLUMNS}
        rows={order.lines}
        keyOf={({ sizeId, name }) => `${sizeId} ${name}`}
      />
      <Sums order={order} />
    </>
  )
}

function Fact({ name, of }: { name: string; of: string }) {
  if (of === '') return null
  return (
    <div className="break-words">
      <dt className="label soft">{name}</dt>
      <dd className="pre-line">{of}</dd>
    </div>
  )
}

const COLUMNS: Column<AccountOrder['lines'][number]>[] = [
  { name: 'GOODS', of: ({ name }) => name, rowHeader: true, title: true },
  { name: 'PIECES', of: ({ qty }) => qty, align: 'end', inline: true },
  { name: 'EACH', of: ({ price }) => <Money dollars={price} />, align: 'end', inline: true },
  {
    name: 'SUM',
    of: ({ sum, isTaxed }) => (
      <>
        <Money dollars={sum} />
        {isTaxed ? '' : ', no tax'}
      </>
    ),
    align: 'end',
    inline: true,
  },
]

function Sums({ order: { items, shipping, tax, total, grams } }: { order: AccountOrder }) {
  return (
    <dl className="stack-1 figures">
      <SumLine name={`Goods, ${poundsOf(grams)} lb of coffee`} of={items} />
      {shipping > 0 ? <SumLine name="Shipping" of={shipping} /> : null}
      <SumLine name="Tax" of={tax} />
      <SumLine name="Total" of={total} isStrong />
    </dl>
  )
}

function SumLine({ name, of, isStrong = false }: { name: string; of: number; isStrong?: boolean }) {
  return (
    <div className={`flex apart ${isStrong ? 'strong rule pad-top-1' : ''}`}>
      <dt>{name}</dt>
      <dd>
        <Money dollars={of} />
      </dd>
    </div>
  )
}

function Actions({ order }: { order: AccountOrder }) {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { _id: id, company, locationId, canChange, state } = order
  const cancel = useMutation({
    mutationFn: () => call(accountOrders.cancel, { params: { id } }),
    onSettled: () => refresh(client, 'account-orders'),
  })
  const again = `/wholesale/order?account=${company._id}&location=${locationId}`
  return (
    <div className="stack-1">
      <div className="row-1-2">
        {state === 'pending' ? <ButtonLink to={`/order/${id}`}>Pay</ButtonLink> : null}
        {canChange ? (
          <>
            <ButtonLink look="line" to={`${again}&changes=${id}`}>
              Change
            </ButtonLink>
            {isAsked ? (
              <Button look="line" busy={cancel.isPending} onClick={() => cancel.mutate()}>
                Yes, cancel the order
              </Button>
            ) : (
              <Button look="quiet" onClick={() => setAsked(true)}>
                Cancel
              </Button>
            )}
          </>
        ) : null}
        <Link className="reach" to={again}>
          Order again
        </Link>
      </div>
      {canChange ? null : <ChangedByShop order={order} />}
      {cancel.error ? <p className="alarm">{cancel.error.message}</p> : null}
    </div>
  )
}

/** An order that is paid, or whose cut-off has passed, is changed by the shop. */
function ChangedByShop({ order: { state, onAccount, number } }: { order: AccountOrder }) {
  const { contactEmail } = useBusiness()
  if (state !== 'paid') return null
  const address = `mailto:${contactEmail}?subject=${encodeURIComponent(`Order No. ${number}`)}`
  return (
    <p>
      {onAccount
        ? 'Its cut-off has passed, so only we can change it.'
        : 'It is paid, so only we can change it.'}{' '}
      Write to <a href={address}>{contactEmail}</a>, with what should be different.
    </p>
  )
}
