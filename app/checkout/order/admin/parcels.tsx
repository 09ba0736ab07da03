import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { labels, type OrderLabel, type ParcelToPack } from '#shared/shipping/api/labels.ts'
import type { PackedOrder } from '#shared/checkout/api/fulfillment.ts'
import { counted } from '#shared/kernel/counts.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { MOST_PARCELS } from '#shared/platform/parcel.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './admin.module.css'

type Props = { order: PackedOrder; info: OrderLabel }

/** The pieces of each line in each parcel, which can be changed until the parcels have labels. */
export function SplitParcels({ order, info }: Props) {
  const [isOpen, setOpen] = useState(false)
  const count = info.parcels.length
  const pieces = order.orderItems.reduce((sum, { qty }) => sum + qty, 0)
  if (order.state !== 'paid' || pieces < 2) return null
  if (isOpen) return <SplitForm order={order} info={info} close={() => setOpen(false)} />
  return (
    <div>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {count > 1 ? 'Change the parcels' : 'Split into parcels'}
      </Button>
    </div>
  )
}

/** Pieces by parcel, then by line of the order. */
type Counts = readonly (readonly number[])[]

function SplitForm({ order, info, close }: Props & { close: () => void }) {
  const client = useQueryClient()
  const lines = order.orderItems
  const [counts, setCounts] = useState<Counts>(() => countsOf(info, order))
  const save = useMutation({
    mutationFn: () => call(labels.split, { params: { id: order._id }, body: bodyOf(info, order, counts) }),
    onSuccess: (changed) => {
      client.setQueryData(ask(labels.one, { params: { id: order._id } }).queryKey, changed)
      toast.success('Parcels saved')
      close()
    },
    onSettled: () => refresh(client, 'orders', 'shippo'),
  })
  const left = lines.map(({ qty }, at) => qty - counts.reduce((sum, parcel) => sum + parcel[at]!, 0))
  return (
    <form
      className="stack-2"
      aria-label="Parcels"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      {counts.map((parcel, index) => (
        <ParcelFields
          // Parcels have no identity but their number.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          number={index + 1}
          lines={lines}
          counts={parcel}
          isFixed={isKept(info.parcels[index])}
          change={(at, qty) => setCounts(withCount(counts, index, at, qty))}
        />
      ))}
      <p role="status" className={left.some((each) => each !== 0) ? 'alarm strong' : 'soft'}>
        {statusOf(order, left)}
      </p>
      {save.error ? <Alert tone="danger">{save.error.message}</Alert> : null}
      <div className="row-1 align-middle">
        <Button type="submit" busy={save.isPending} disabled={left.some((each) => each !== 0)}>
          Save parcels
        </Button>
        {counts.length < MOST_PARCELS ? (
          <Button look="line" onClick={() => setCounts([...counts, left.map((each) => Math.max(0, each))])}>
            Add a parcel
          </Button>
        ) : null}
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type FieldsProps = {
  number: number
  lines: PackedOrder['orderItems']
  counts: readonly number[]
  isFixed: boolean
  change: (line: number, qty: number) => void
}

function ParcelFields({ number, lines, counts, isFixed, change }: FieldsProps) {
  return (
    <fieldset className={styles.line} disabled={isFixed}>
      <legend>Parcel {number}</legend>
      {isFixed ? <p className="soft">It has a label or has left, so its goods stay.</p> : null}
      {lines.map((line, at) => (
        <Field
          key={line.line}
          label={lineTitle(line)}
          unmarked
          hint={`${line.qty} in the order`}
          type="number"
          min={0}
          max={line.qty}
          value={String(counts[at])}
          onChange={(event) => change(at, Math.max(0, Math.trunc(Number(event.target.value)) || 0))}
        />
      ))}
    </fieldset>
  )
}

/** Whether the goods of a parcel can no longer change. */
function isKept(parcel: ParcelToPack | undefined): boolean {
  const state = parcel?.label?.state
  return parcel?.leftAt != null || (state !== undefined && state !== 'failed' && state !== 'voided')
}

function countsOf({ parcels }: OrderLabel, { orderItems }: PackedOrder): Counts {
  return parcels.map(({ goods }) =>
    orderItems.map(({ line }) => goods.find((each) => each.line === line)?.qty ?? 0),
  )
}

function withCount(counts: Counts, index: number, at: number, qty: number): Counts {
  return counts.map((parcel, each) => (each === index ? parcel.with(at, qty) : parcel))
}

/** The parcels that have goods. They are numbered again without the empty ones. */
function bodyOf({ splitVersion }: OrderLabel, { orderItems }: PackedOrder, counts: Counts) {
  const parcels = counts
    .map((parcel) => ({
      goods: parcel.flatMap((qty, at) => (qty > 0 ? [{ line: orderItems[at]!.line, qty }] : [])),
    }))
    .filter(({ goods }) => goods.length > 0)
  return { version: splitVersion, parcels }
}

function statusOf({ orderItems }: PackedOrder, left: readonly number[]): string {
  const wrong = left.findIndex((each) => each !== 0)
  if (wrong === -1) return 'All pieces are in a parcel.'
  const count = left[wrong]!
  const name = orderItems[wrong]!.name
  return count > 0
    ? `${counted(count, 'piece')} of ${name} ${count === 1 ? 'is' : 'are'} in no parcel.`
    : `${counted(-count, 'piece')} of ${name} too many.`
}

/** The goods of a parcel with its box and weight. */
export function ParcelGoods({ of: { goods, box, grams } }: { of: ParcelToPack }) {
  const weigh = useWeigh()
  return (
    <p className="soft">
      {box ? `${box}, ${weigh(grams)}` : 'These goods are too large for any box'}
      {': '}
      {goods.map(({ name, qty }) => `${qty} × ${name}`).join(', ')}
    </p>
  )
}
