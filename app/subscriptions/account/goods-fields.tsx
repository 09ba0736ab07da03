import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import {
  subscriptionOffer,
  type SubscriptionGoods,
  type SubscriptionOffer,
} from '#shared/subscriptions/api/subscription-offer.ts'
import type { SubscriptionItem } from '#shared/subscriptions/api/subscription.ts'
import type { SubscriptionItemEdit } from '#shared/subscriptions/api/subscriptions.ts'
import { formatCents, formatDollars, subscriberPrice, toCents } from '#shared/kernel/pricing.ts'
import { nameOfChoice, type Taste } from '#shared/platform/subscriptions.ts'
import { ask } from '#app/platform/api/query.ts'
import { SelectField } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Loading, SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import { useRoasts } from '#app/platform/api/business.ts'
import styles from './subscription.module.css'

/** The possible choices: products, and roaster's choice if the shop offers it. */
export type Goods = { goods: SubscriptionGoods[]; choice: SubscriptionOffer['choice'] }

/** Loads the possible choices. */
export function WithGoods({ children }: { children: (goods: Goods) => ReactNode }) {
  const list = useQuery(ask(subscriptionOffer.goods, {}))
  const offer = useQuery(ask(subscriptionOffer.offer, {}))
  const error = list.error ?? offer.error
  if (list.data && offer.data) return children({ goods: list.data.goods, choice: offer.data.choice })
  if (error) return <LoadError error={error} retry={() => Promise.all([list.refetch(), offer.refetch()])} />
  return (
    <>
      <Loading what="Loading the coffees" />
      <SkeletonLines count={3} height="4.25rem" />
    </>
  )
}

/** The value of the list of products for a taste of roaster's choice. */
const TASTE = 'taste:'
const MOST = 12

export type Choice = ReturnType<typeof useChoice>

/**
 * The chosen product, size, grind and quantity.
 * @param item the item that is changed; null for a new one
 */
export function useChoice(
  { goods, choice: tastes }: Goods,
  item: SubscriptionItem | null,
  { onlyCoffee, hasChoice }: { onlyCoffee: boolean; hasChoice: boolean },
) {
  const [value, setValue] = useState(item?.taste ? TASTE + item.taste : (item?.product ?? ''))
  const [sizeId, setSize] = useState(item?.sizeId ?? '')
  const [grind, setGrind] = useState(item?.grind ?? '')
  const [qty, setQty] = useState(item?.qty ?? 1)
  const offered = goods.filter(({ isCoffee }) => isCoffee || !onlyCoffee)
  const taste = value.startsWith(TASTE) ? (value.slice(TASTE.length) as Taste) : undefined
  const product = taste ? undefined : offered.find(({ _id }) => _id === value)
  const size = product && (product.sizes.find(({ id }) => id === sizeId) ?? product.sizes[0])
  // Roaster's choice can be ground like any coffee.
  const grinds = taste
    ? (goods.find((each) => each.grinds.length > 0)?.grinds ?? [])
    : (product?.grinds ?? [])
  return {
    offered,
    tastes: hasChoice ? (tastes?.tastes ?? []) : [],
    choicePrice: tastes?.price ?? null,
    value: taste || product ? value : '',
    setValue,
    taste,
    product,
    size,
    setSize,
    grinds,
    grind: grinds.includes(grind) ? grind : (grinds[0] ?? ''),
    setGrind,
    qty,
    setQty,
  }
}

/** The choice for a request; null if nothing is chosen. */
export function wantedOf({ taste, product, size, grind, qty }: Choice): SubscriptionItemEdit | null {
  const ground = grind ? { grind } : {}
  if (taste) return { taste, qty, ...ground }
  return product && size ? { product: product._id, sizeId: size.id, qty, ...ground } : null
}

/** @param percent the discount of the item */
export function GoodsFields({ choice, percent }: { choice: Choice; percent: number }) {
  const { size, taste, product, grinds } = choice
  return (
    <>
      <ProductField choice={choice} />
      <div className={`stack-2 ${styles.row}`}>
        {product && product.sizes.length > 1 ? (
          <SelectField
            label="Size"
            required
            value={size?.id ?? ''}
            onChange={({ target }) => choice.setSize(target.value)}
          >
            {product.sizes.map(({ id, label, price, isInStock }) => (
              <option key={id} value={id}>
                {[label, formatDollars(price), isInStock ? '' : 'sold out'].filter(Boolean).join(', ')}
              </option>
            ))}
          </SelectField>
        ) : null}
        {grinds.length > 0 ? (
          <SelectField
            label="Grind"
            required
            value={choice.grind}
            onChange={({ target }) => choice.setGrind(target.value)}
          >
            {grinds.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        ) : null}
        <QtyField choice={choice} />
      </div>
      {taste ? (
        <p className="soft small lining">{choiceText(choice.choicePrice, percent)}</p>
      ) : size ? (
        <p className="soft small lining">{priceText(size.price, percent)}</p>
      ) : null}
    </>
  )
}

function ProductField({ choice: { offered, tastes, value, setValue } }: { choice: Choice }) {
  const roasts = useRoasts()
  const coffees = offered.filter(({ isCoffee }) => isCoffee)
  const others = offered.filter(({ isCoffee }) => !isCoffee)
  return (
    <SelectField
      label={others.length > 0 ? 'What' : 'Coffee'}
      required
      value={value}
      onChange={({ target }) => setValue(target.value)}
    >
      {value === '' ? <option value="">Choose…</option> : null}
      <optgroup label="Coffees">{coffees.map(optionOf)}</optgroup>
      {tastes.length > 0 ? (
        <optgroup label={nameOfChoice(roasts)}>
          {tastes.map(({ taste, name }) => (
            <option key={taste} value={TASTE + taste}>
              {nameOfChoice(roasts)}: {name}
            </option>
          ))}
        </optgroup>
      ) : null}
      {others.length > 0 ? <optgroup label="Other goods">{others.map(optionOf)}</optgroup> : null}
    </SelectField>
  )
}

function optionOf({ _id: id, name, sizes }: SubscriptionGoods) {
  const isSoldOut = !sizes.some(({ isInStock }) => isInStock)
  return (
    <option key={id} value={id}>
      {name}
      {isSoldOut ? ', sold out' : ''}
    </option>
  )
}

function QtyField({ choice: { qty, setQty } }: { choice: Choice }) {
  const most = Math.max(MOST, qty)
  return (
    <SelectField label="Qty" required value={qty} onChange={({ target }) => setQty(Number(target.value))}>
      {Array.from({ length: most }, (_, index) => (
        <option key={index + 1}>{index + 1}</option>
      ))}
    </SelectField>
  )
}

function priceText(dollars: number, percent: number): string {
  if (percent === 0) return `${formatDollars(dollars)} each.`
  return `${formatCents(subscriberPrice(toCents(dollars), percent))} each instead of ${formatDollars(dollars)}, with ${percent}% off.`
}

function choiceText(dollars: number | null, percent: number): string {
  const price = dollars === null ? '' : ` ${priceText(dollars, percent).replace(' each', ' each at most')}`
  return `Another coffee of this taste each time.${price}`
}
