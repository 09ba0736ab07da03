import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { products, type Product, type ProductSize } from '#shared/catalog/api/products.ts'
import { sizeInQuery } from '#shared/catalog/size-address.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { subscriptionOffer } from '#shared/subscriptions/api/subscription-offer.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { subscriberPrice, toCents, toDollars } from '#shared/kernel/pricing.ts'
import type { Taste, Weeks } from '#shared/platform/subscriptions.ts'
import { usePriceRules } from '#app/platform/cart/price-rules.ts'
import { addToCart, itemOf, keyOf, type CartSubscription, type Choice } from '#app/platform/cart/cart.ts'
import { announce } from '#app/platform/ui/live-region.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { localText } from '#app/platform/session/local-text.ts'
import { ask } from '#app/platform/api/query.ts'
import { quantities } from './quantities.ts'

export type Buy = ReturnType<typeof useBuy>

/** The visitor's choices for buying a product. The form, and the bar at the bottom of phones, share them. */
export function useBuy(product: Product) {
  usePriceRules()
  const [chosenId, chooseSize] = useState('')
  const [added, setAdded] = useState<{ key: string; qty: number } | null>(null)
  const [qty, setQty] = useState(1)
  const [grind, setGrind, startWith] = useGrind(product.grinds)
  const size = sizeToShow(product, chosenId)
  const offered = quantities(size.countInStock)
  // The stock may have decreased after the quantity was chosen.
  const quantity = Math.min(qty, offered.length)
  const subscribing = useSubscribing(product)
  useWish(subscribing.offer !== null, (wish) => {
    if (wish.sizeId) chooseSize(wish.sizeId)
    if (wish.grind) startWith(wish.grind)
    subscribing.choose(true)
    if (wish.weeks) subscribing.setWeeks(wish.weeks)
  })
  useSizeInAddress(product, chooseSize)
  const choice = { sizeId: size.id, grind, subscribe: subscribing.chosen }
  const put = (coffee: Product, of: Choice) => {
    const key = addToCart(coffee, quantity, of)
    announce(`${lineTitle(itemOf(coffee, quantity, of))} is in your cart`)
    setAdded({ key, qty: quantity })
  }
  return {
    /** The chosen size, at the subscriber's price if a subscription is chosen. */
    size: { ...size, price: subscribing.priceOf(size.price) },
    /** The price of a piece of this size without a subscription, in dollars. */
    listPrice: size.price,
    chooseSize,
    grind,
    setGrind,
    offered,
    quantity,
    setQty,
    subscribing,
    /** The text of the button. */
    label: subscribing.chosen ? 'Subscribe' : 'Add to cart',
    isSoldOut: size.countInStock === 0,
    /** Whether the visitor chose more pieces than are in stock. */
    isTooMuch: qty > offered.length,
    /** The key of the line in the cart, and how many pieces were just added; null if none. */
    added: added && (added.key === keyOf(itemOf(product, 1, choice)) || subscribing.choice) ? added : null,
    add: () => {
      const first = subscribing.firstBox()
      if (!first) put(product, choice)
      else
        void first.then(
          (coffee) => put(coffee, { grind, subscribe: subscribing.chosen }),
          (error: Error) => toast.error(error.message),
        )
    },
  }
}

/** The hash of an address of a product that chooses the subscription: the page of a paid order has such links. */
const WISH = '#subscribe'

type Wish = { sizeId?: string; grind?: string; weeks?: Weeks }

/**
 * If the address asks for a subscription, calls `choose` once and shows the choice; the link may have size, grind and weeks. Not
 * before the page is hydrated, because the server does not get the hash.
 * @param isOffered whether there are subscriptions; false until that is loaded
 */
function useWish(isOffered: boolean, choose: (wish: Wish) => void): void {
  const { hash, state } = useLocation()
  const isWished = isOffered && hash === WISH
  useEffect(() => {
    if (!isWished) return
    choose((state as Wish | null) ?? {})
    document.querySelector(WISH)?.scrollIntoView({ block: 'center', behavior: 'instant' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for an address, not after each choice of the visitor
  }, [isWished])
}

/** Chooses the size that the address names. Not before the page is hydrated, because the server does not read the query. */
function useSizeInAddress({ sizes }: Product, choose: (sizeId: string) => void): void {
  const { search } = useLocation()
  useEffect(() => {
    const size = sizeInQuery(search, sizes)
    if (size) choose(size.id)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for an address, not after each choice of the visitor
  }, [search])
}

/** The chosen size; the first size in stock until the visitor chooses. */
function sizeToShow({ sizes }: Product, chosenId: string): ProductSize {
  const isChosen = ({ id }: ProductSize) => id === chosenId
  return sizes.find(isChosen) ?? sizes.find(({ countInStock }) => countInStock > 0) ?? sizes[0]!
}

/** The grind that the visitor chose last, which is the default for the next coffee. */
const last = localText('grind')

/**
 * The grind of the coffee to buy, a function that changes and stores it, and one that changes it only here. Whole bean if the
 * last choice is not offered. Empty if there are no grinds to choose from.
 */
function useGrind(
  grinds: readonly string[],
): [grind: string, choose: (grind: string) => void, startWith: (grind: string) => void] {
  // What the visitor chooses in another tab must not change a choice in this one.
  const [chosen, setChosen] = useState<string | null>(null)
  const stored = useSyncExternalStore(last.subscribe, last.read, () => null)
  const wanted = chosen ?? stored
  const grind = wanted !== null && grinds.includes(wanted) ? wanted : (grinds[0] ?? '')
  const choose = (next: string) => {
    setChosen(next)
    last.write(next)
  }
  return [grind, choose, setChosen]
}

/** The frequencies and the discount that the shop offers. */
export const offerQuery = ask(subscriptionOffer.offer, {})

export type Subscribing = ReturnType<typeof useSubscribing>

/** The default frequency, which people choose most often. */
const USUAL: Weeks = 2

/** The visitor's choice between one purchase and a subscription. `offer` is null if there is no choice. */
function useSubscribing({ category }: Product) {
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
