/** What a buyer can do after the thanks: brew the coffee, subscribe to it, and get an account. */
import { useQuery } from '@tanstack/react-query'
import type { Order } from '#shared/checkout/api/orders.ts'
import { paysInvoices } from '#shared/checkout/gift-cards.ts'
import { brewGuides } from '#shared/content/api/brew-guides.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { subscriptionOffer } from '#shared/subscriptions/api/subscription-offer.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import styles from './after-thanks.module.css'
import { AccountOffer } from './guest-options.tsx'
import { Recipes, recipesOf } from './recipe-card.tsx'

/** The frequencies and the discount that the shop offers, for the loader of the page too. */
export const subscriptionQuery = ask(subscriptionOffer.offer, {})
/** The brew guides, for the loader too. */
export const guidesQuery = ask(brewGuides.list, {})

/** Nothing for an order that is closed, and no recipe for goods without coffee. */
export function AfterThanks({ order }: { order: Order }) {
  const isKept = order.state === 'paid' || order.state === 'shipped' || order.state === 'delivered'
  const coffees = useSubscribable(order)
  const guides = useQuery(guidesQuery).data ?? []
  if (!isKept) return null
  const recipes = order.isGiftCard ? [] : recipesOf(order, guides)
  const isGuest = order.isGuest && order.user._id === null && !paysInvoices(order)
  if (recipes.length === 0 && coffees.length === 0 && !isGuest) return null
  return (
    <div className={`screen-only ${styles.ideas}`}>
      <Recipes recipes={recipes} />
      {coffees.length > 0 ? <Subscribe coffees={coffees} /> : null}
      {isGuest ? <AccountOffer order={order} /> : null}
    </div>
  )
}

type Coffee = Order['orderItems'][number]

/** More links would be a list of things to do. */
const COFFEES = 3

/** The coffees of an order to which the buyer can subscribe: none if the order was a delivery of a subscription. */
function useSubscribable({ _id: id, isPaid, isReplacement, orderItems }: Order): Coffee[] {
  const offer = useQuery(subscriptionQuery).data
  const own = useQuery(ask(subscriptions.ofOrder, { params: { id } })).data
  if (!offer?.isOffered || !isPaid || isReplacement || own?.subscriptions.length !== 0) return []
  const coffees = orderItems.filter(({ coffee }) => coffee?.isOnSale)
  return [...new Map(coffees.map((coffee) => [coffee.product, coffee])).values()].slice(0, COFFEES)
}

function Subscribe({ coffees }: { coffees: Coffee[] }) {
  const discount = useQuery(subscriptionQuery).data?.discount ?? 0
  return (
    <section className={styles.idea} aria-labelledby="make-it-a-subscription">
      <h2 id="make-it-a-subscription">Before it runs out</h2>
      <p>
        The same coffee, fresh, as often as you drink it up{discount > 0 ? `, for ${discount}% less` : ''}.
        Skip, change or cancel at any time.
      </p>
      <div className={`stack-1 ${styles.choices}`}>
        {coffees.map(({ product, slug, name, sizeId, grind }) => (
          <ButtonLink
            key={product}
            look="line"
            to={`${productPath({ _id: product, slug })}#subscribe`}
            state={{ sizeId, grind }}
          >
            {coffees.length === 1 ? 'Make it a subscription' : `Subscribe to ${name}`}
          </ButtonLink>
        ))}
      </div>
    </section>
  )
}
