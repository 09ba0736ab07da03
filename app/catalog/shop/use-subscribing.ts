import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { products, type Product } from '#shared/catalog/api/products.ts'
import { subscriptionOffer } from '#shared/subscriptions/api/subscription-offer.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { subscriberPrice, toCents, toDollars } from '#shared/kernel/pricing.ts'
import type { Taste, Weeks } from '#shared/platform/subscriptions.ts'
import { ask } from '#app/platform/api/query.ts'
import type { CartSubscription } from '#app/platform/cart/cart.ts'

/** The frequencies and the discount that the shop offers. */
export const offerQuery = ask(subscriptionOffer.offer, {})

export type Subscribing = ReturnType<typeof useSubscribing>

/** The default frequency, which people choose most often. */
const USUAL: Weeks = 2

/** The visitor's choice between one purchase and a subscription. `offer` is null if there is no choice. */
export function useSubscribing({ category }: Product) {
  const { data } = useQuery(offerQuery)
  const [weeks, setWeeks] = useState<Weeks | null>(null)
  const [taste, setTaste] = useState<Taste | null>(null)
  const client = useQueryClient()
  const offer = data?.isOffered && category === COFFEE_BEANS ? data : null
  const choice = offer?.choice?.tastes.find((each) => each.taste === taste) ?? null
  const isChosen = offer !== null && weeks !== null && offer.weeks.includes(weeks)
  const chosen: CartSubscription | undefined = isChosen
    ? {
        weeks,
        percent: offer.discount,
        ...(choice && offer.choice ? { taste: choice.taste, limit: offer.choice.price } : {}),
      }
    : undefined
  return {
    offer,
    chosen,
    choice,
    setTaste,
    setWeeks,
    /** The price of a piece for the visitor's choice, in dollars. A box of roaster's choice costs this at most. */
    priceOf: (price: number): number =>
      chosen ? toDollars(subscriberPrice(toCents(chosen.limit ?? price), chosen.percent)) : price,
    choose: (isSubscription: boolean) =>
      setWeeks(
        isSubscription && offer ? (offer.weeks.find((each) => each === USUAL) ?? offer.weeks[0]!) : null,
      ),
    /** The product of the first box: the first coffee of roaster's choice, or null for the product of the page. */
    firstBox: (): Promise<Product> | null =>
      isChosen && choice
        ? client.fetchQuery(ask(products.one, { params: { id: choice.next.product } }))
        : null,
  }
}
