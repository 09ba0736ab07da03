import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { labels, type Label as LabelOf, type OrderLabel } from '#shared/api/labels.ts'
import type { Order } from '#shared/api/orders.ts'
import { urlOf } from '#shared/api/url.ts'
import { formatNumber } from '#shared/counts.ts'
import { formatDate } from '#shared/dates.ts'
import { call } from '../../../api/call.ts'
import { ask, refresh } from '../../../api/query.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
import { Money } from '../../../ui/money.tsx'
import { toast } from '../../../ui/toast.tsx'
import { askedPrice } from '../../../orders/asked-price.ts'
import { LoadError } from '../../../ui/load-error.tsx'
import styles from './admin.module.css'
import { SandboxParcel } from './sandbox-parcel.tsx'

const SECOND = 1000

/** The label of an order: bought once, printed as often as one likes, given back while the parcel is still here. */
export function Label({ order }: { order: Order }) {
  const answer = useQuery({
    ...ask(labels.one, { params: { id: order._id } }),
    refetchInterval: ({ state }) => (state.data?.label?.state === 'buying' ? 4 * SECOND : false),
  })
  return (
    <section className={styles.label} aria-labelledby="label">
      <h3 id="label">Label</h3>
      {answer.isPending ? <Loading what="Fetching the label" /> : null}
      {answer.isError ? <LoadError error={answer.error} retry={answer.refetch} /> : null}
      {answer.data ? <Known order={order} known={answer.data} /> : null}
    </section>
  )
}

type Props = { order: Order; known: OrderLabel }

function Known({ order, known }: Props) {
  const { label, isSandbox } = known
  const isPrintable = label?.state === 'bought' || label?.state === 'refused'
  return (
    <>
      <Packing of={known} />
      {label ? <Standing of={label} /> : null}
      {isPrintable ? (
        <ButtonLink
          look="line"
          to={urlOf(labels.file, { params: { id: order._id } })}
          reloadDocument
          target="_blank"
        >
          Print the label
        </ButtonLink>
      ) : null}
      {label?.state === 'bought' && isStillHere(order) ? <GiveBack order={order} /> : null}
      {label?.state === 'bought' || label?.state === 'buying' ? null : <Buy order={order} known={known} />}
      {isPrintable && isSandbox ? <SandboxParcel orderId={order._id} number={label.trackingNumber} /> : null}
    </>
  )
}

/** USPS takes no label back whose parcel it has. */
function isStillHere({ parcel }: Order): boolean {
  return parcel === null || parcel.state === 'unknown' || parcel.state === 'announced'
}

function Packing({ of: { box, grams, shippingPrice } }: { of: OrderLabel }) {
  return (
    <p className={styles.word}>
      {box ? `${box}, ${formatNumber(grams)} g` : 'No box of the house holds these goods'}
      {'; '}
      <Money dollars={shippingPrice} /> paid for shipping
    </p>
  )
}

function Standing({ of: { state, price, by, at, problem } }: { of: LabelOf }) {
  if (state === 'failed') return <Alert tone="danger">No label was bought. {problem}</Alert>
  if (state === 'buying') {
    return (
      <p role="status">
        Shippo has not answered yet. It is looked after: within a minute this says what came of it.
      </p>
    )
  }
  const told = {
    bought: '',
    voiding: 'It was given back. USPS decides within two weeks whether it pays.',
    voided: 'It was given back, and USPS has paid.',
    refused: 'It was given back, and USPS did not take it. It can still be used.',
  }[state]
  return (
    <p>
      Bought for <Money dollars={price} /> by {by}, {formatDate(at, 'dayAndTime')}. {told}
    </p>
  )
}

function Buy({ order, known }: Props) {
  const client = useQueryClient()
  const [ships, setShips] = useState(true)
  const buy = useMutation({
    mutationFn: (price?: number) =>
      call(labels.buy, { body: { orderId: order._id, price, ship: ships && order.state === 'paid' } }),
    onSuccess: (bought) => {
      client.setQueryData(ask(labels.one, { params: { id: order._id } }).queryKey, bought)
      toast.success('Label bought')
    },
    onError: (error) => {
      if (askedPrice(error) === null) toast.error(error.message)
    },
    onSettled: () => refresh(client, 'orders', 'shippo'),
  })
  const asked = askedPrice(buy.error)
  if (order.state !== 'paid' && order.state !== 'shipped') return null
  return (
    <>
      {order.state === 'paid' ? (
        <CheckField
          label="Mark the order shipped as well"
          checked={ships}
          onChange={(event) => setShips(event.target.checked)}
        />
      ) : null}
      {asked === null ? (
        <Button busy={buy.isPending} onClick={() => buy.mutate(undefined)}>
          {known.label ? 'Buy another label' : 'Buy the label'}
        </Button>
      ) : (
        <Alert tone="danger">
          <p>{buy.error?.message}.</p>
          <Button busy={buy.isPending} onClick={() => buy.mutate(asked)}>
            Buy it for <Money dollars={asked} />
          </Button>
          <Button look="quiet" onClick={() => buy.reset()}>
            Leave it
          </Button>
        </Alert>
      )}
    </>
  )
}

function GiveBack({ order }: { order: Order }) {
  const client = useQueryClient()
  const back = useMutation({
    mutationFn: () => call(labels.void, { params: { id: order._id } }),
    onSuccess: () => toast.success('Label given back'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders', 'shippo'),
  })
  return (
    <div>
      <Button
        look="quiet"
        busy={back.isPending}
        onClick={() => {
          if (window.confirm(questionOf(order))) back.mutate()
        }}
      >
        Give the label back
      </Button>
    </div>
  )
}

function questionOf({ state }: Order): string {
  const question = 'Give this label back? It can no longer be used then'
  return state === 'shipped' ? `${question}, and the order waits to be shipped again.` : `${question}.`
}
