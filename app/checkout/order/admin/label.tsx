import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  labels,
  type Label as LabelOf,
  type OrderLabel,
  type ParcelToPack,
} from '#shared/shipping/api/labels.ts'
import { isPrintable } from '#shared/platform/printable-labels.ts'
import type { PackedOrder } from '#shared/checkout/api/fulfillment.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { WITHOUT_WEIGHT } from '#shared/platform/parcel.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Loading } from '#app/platform/ui/skeleton.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { labelPriceIn } from '#app/platform/orders/label-price.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import styles from './admin.module.css'
import { ParcelGoods, SplitParcels } from './parcels.tsx'
import { SandboxParcel } from './sandbox.tsx'
import { ShipParcel } from './ship.tsx'

const SECOND = 1000

/** The label of an order. Staff can buy and print it, and void it until the carrier has the parcel. */
export function Label({ order }: { order: PackedOrder }) {
  const answer = useQuery({
    ...ask(labels.one, { params: { id: order._id } }),
    refetchInterval: ({ state }) => (state.data?.label?.state === 'buying' ? 4 * SECOND : false),
  })
  return (
    <section className={`stack-2 ${styles.label}`} aria-labelledby="label">
      <h3 id="label">Label</h3>
      {answer.isPending ? <Loading what="Loading the label" /> : null}
      {answer.isError ? <LoadError error={answer.error} retry={answer.refetch} /> : null}
      {answer.data ? <LabelInfo order={order} info={answer.data} /> : null}
    </section>
  )
}

type Props = { order: PackedOrder; info: OrderLabel }

function LabelInfo({ order, info }: Props) {
  const { parcels } = info
  const isBought = parcels.every(({ label }) => label?.state === 'bought' || label?.state === 'buying')
  return (
    <>
      <Packing of={info} />
      {info.isShipped ? null : <AssumedWeight of={info.assumed} />}
      {parcels.length === 1 ? (
        <ParcelLabel order={order} info={info} parcel={parcels[0]!} />
      ) : (
        <ol className={`stack-2 ${styles.parcels}`}>
          {parcels.map((parcel) => (
            <li key={parcel.number} className="stack-1">
              <h4>
                Parcel {parcel.number} of {parcels.length}
              </h4>
              <ParcelGoods of={parcel} />
              <ParcelLabel order={order} info={info} parcel={parcel} />
              <ShipParcel order={order} parcel={parcel} />
            </li>
          ))}
        </ol>
      )}
      <SplitParcels key={info.splitVersion} order={order} info={info} />
      {isBought ? null : <Buy order={order} info={info} />}
    </>
  )
}

/** The label of one parcel. Staff can print it, and void it while the carrier does not have the parcel. */
function ParcelLabel({ order, info, parcel }: Props & { parcel: ParcelToPack }) {
  const { label, number } = parcel
  const query = info.parcels.length > 1 ? { parcel: String(number) } : {}
  return (
    <>
      {label ? <LabelState of={label} /> : null}
      {isPrintable(label) ? (
        <ButtonLink
          look="line"
          to={urlOf(labels.file, { params: { id: order._id }, query })}
          reloadDocument
          target="_blank"
        >
          Print the label{info.parcels.length > 1 ? ` of parcel ${number}` : ''}
        </ButtonLink>
      ) : null}
      {label?.state === 'bought' && isNotPickedUp(parcel) ? (
        <VoidLabel order={order} number={number} of={info.parcels.length} />
      ) : null}
      {isPrintable(label) && info.isSandbox ? (
        <SandboxParcel orderId={order._id} number={label.trackingNumber} />
      ) : null}
    </>
  )
}

/** Whether the carrier does not have the parcel yet. USPS refunds only labels that were not used. */
function isNotPickedUp({ status }: ParcelToPack): boolean {
  return status === null || status.state === 'unknown' || status.state === 'announced'
}

/** Goods without a weight: the label costs more if the carrier weighs more. */
function AssumedWeight({ of: names }: { of: string[] }) {
  const weigh = useWeigh()
  if (names.length === 0) return null
  return (
    <Alert tone="warning">
      <p>
        No weight is known of {names.join(', ')}, so {weigh(WITHOUT_WEIGHT.grams)} is counted for each piece.
        Weigh the parcel, and enter the shipping weight in the form of the product.
      </p>
    </Alert>
  )
}

function Packing({ of: { box, grams, shippingPrice, quotedPrice } }: { of: OrderLabel }) {
  const weigh = useWeigh()
  return (
    <p className="soft">
      {box ? `${box}, ${weigh(grams)}` : 'These goods are too large for any box'}
      {'; '}
      <Money dollars={shippingPrice} /> paid for shipping
      {quotedPrice === shippingPrice ? null : (
        <>
          , <Money dollars={quotedPrice} /> quoted by the carrier
        </>
      )}
    </p>
  )
}

function LabelState({ of: { state, price, by, at, problem } }: { of: LabelOf }) {
  if (state === 'failed') return <Alert tone="danger">No label was bought. {problem}</Alert>
  if (state === 'buying') {
    return <p role="status">Shippo has not answered yet. The shop checks again within a minute.</p>
  }
  const text = {
    bought: '',
    voiding: 'It was voided. USPS decides within two weeks whether to refund it.',
    voided: 'It was voided, and USPS has refunded it.',
    refused: 'USPS refused to void it. It can still be used.',
  }[state]
  return (
    <p>
      Bought for <Money dollars={price} /> by {by}, {formatDate(at, 'dayAndTime')}. {text}
    </p>
  )
}

function Buy({ order, info }: Props) {
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
      if (labelPriceIn(error) === null) toast.error(error.message)
    },
    onSettled: () => refresh(client, 'orders', 'shippo'),
  })
  const newPrice = labelPriceIn(buy.error)
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
      {newPrice === null ? (
        <Button busy={buy.isPending} onClick={() => buy.mutate(undefined)}>
          {buyText(info)}
        </Button>
      ) : (
        <Alert tone="danger">
          <p>{buy.error?.message}.</p>
          <Button busy={buy.isPending} onClick={() => buy.mutate(newPrice)}>
            Buy it for <Money dollars={newPrice} />
          </Button>
          <Button look="quiet" onClick={() => buy.reset()}>
            Cancel
          </Button>
        </Alert>
      )}
    </>
  )
}

function buyText({ label, parcels }: OrderLabel): string {
  const missing = parcels.filter(({ label: own }) => !isPrintable(own)).length
  if (parcels.length > 1) return `Buy ${counted(missing, 'label')}`
  return label ? 'Buy another label' : 'Buy the label'
}

function VoidLabel({ order, number, of }: { order: PackedOrder; number: number; of: number }) {
  const client = useQueryClient()
  const voiding = useMutation({
    mutationFn: () => call(labels.void, { params: { id: order._id }, query: { parcel: number } }),
    onSuccess: () => toast.success('Label voided'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders', 'shippo'),
  })
  return (
    <div>
      <Button
        look="quiet"
        busy={voiding.isPending}
        onClick={() => {
          if (window.confirm(questionOf(order))) voiding.mutate()
        }}
      >
        Void the label{of > 1 ? ` of parcel ${number}` : ''}
      </Button>
    </div>
  )
}

function questionOf({ state }: PackedOrder): string {
  const question = 'Void this label? It can no longer be used then'
  return state === 'shipped' ? `${question}, and the order must be shipped again.` : `${question}.`
}
