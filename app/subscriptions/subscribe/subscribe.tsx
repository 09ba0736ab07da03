import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { products, type Product } from '#shared/catalog/api/products.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { cupPrice, formatCents, GRAMS_PER_CUP, subscriberPrice, toCents } from '#shared/kernel/pricing.ts'
import { slugOf } from '#shared/platform/product-filters.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { frequencyText, nameOfChoice, type Taste, type Weeks } from '#shared/platform/subscriptions.ts'
import { subscriptionOffer, type SubscriptionOffer } from '#shared/subscriptions/api/subscription-offer.ts'
import packing from '#imagery/drawings/packing.svg'
import { accentStyle, titleOf } from '#app/catalog/shop/product-card.tsx'
import { usePart, useRoasts } from '#app/platform/api/business.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { nextDelivery } from '#app/platform/orders/next-delivery.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { Framed, FramedPicture } from '#app/platform/ui/framed.tsx'
import { Illustration } from '#app/platform/ui/illustration.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './subscribe.module.css'

const offerQuery = ask(subscriptionOffer.offer, {})
const coffeesQuery = ask(products.list, { query: { kind: slugOf(COFFEE_BEANS), stock: 'in-stock' } })

export const loader = ({ context }: LoaderFunctionArgs) =>
  askOnServer(context, offerQuery, coffeesQuery, nextDelivery)
export const clientLoader = () => askBriefly(offerQuery, coffeesQuery, nextDelivery)

/** What a subscription is, with roaster's choice or one coffee to begin with. */
export default function Subscribe() {
  const { data: offer, error, isPending, refetch } = useQuery(offerQuery)
  const roasts = useRoasts()
  return (
    <>
      <PageHead
        title="Subscribe"
        description={`${roasts ? 'Freshly roasted' : 'Fresh'} coffee every one to eight weeks. Skip, pause, change or cancel with one click.`}
        path="/subscribe"
      />
      <PageTitle title="Subscribe">Fresh coffee before the bag is empty.</PageTitle>
      {isPending ? <Spinner what="Loading the subscriptions" /> : null}
      {error && !offer ? <LoadError error={error} retry={refetch} /> : null}
      {offer && !offer.isOffered ? <NotOffered /> : null}
      {offer?.isOffered ? <Offer of={offer} /> : null}
    </>
  )
}

function NotOffered() {
  return (
    <div className="stack-3 items-left">
      <p className="lead italic">We take no new subscriptions right now.</p>
      <ButtonLink to="/shop">See the coffees</ButtonLink>
    </div>
  )
}

/** The frequency that people choose most often. */
const USUAL: Weeks = 2

function Offer({ of: offer }: { of: SubscriptionOffer }) {
  const [weeks, setWeeks] = useState<Weeks>(offer.weeks.find((each) => each === USUAL) ?? offer.weeks[0]!)
  const [grind, setGrind] = useState('')
  const { data } = useQuery(coffeesQuery)
  const coffees = data?.products ?? []
  const grinds = coffees.find((coffee) => coffee.grinds.length > 0)?.grinds ?? []
  return (
    <div className="stack-6">
      <section className={`grid align-top ${styles.start}`} aria-labelledby="start">
        <Framed>
          <Illustration
            of={packing}
            priority
            alt="Someone closes a bag of coffee beside two that are ready"
          />
        </Framed>
        <div className="stack-3 packed may-shrink">
          <h2 id="start">How often?</h2>
          <div className={`grid ${styles.fields}`}>
            <SelectField
              label="A delivery"
              unmarked
              value={weeks}
              onChange={({ target }) =>
                setWeeks(offer.weeks.find((each) => String(each) === target.value) ?? weeks)
              }
            >
              {offer.weeks.map((each) => (
                <option key={each} value={each}>
                  {frequencyText(each).toLowerCase()}
                </option>
              ))}
            </SelectField>
            {grinds.length > 0 ? (
              <SelectField
                label="Grind"
                unmarked
                value={grind || grinds[0]}
                onChange={({ target }) => setGrind(target.value)}
              >
                {grinds.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </SelectField>
            ) : null}
          </div>
          {offer.choice ? <RoastersChoice offer={offer} weeks={weeks} grind={grind} /> : null}
          <Dates />
        </div>
      </section>
      {coffees.length > 0 ? <Coffees of={coffees} offer={offer} weeks={weeks} grind={grind} /> : null}
      <AsGift />
      <Terms offer={offer} />
    </div>
  )
}

/** When the first delivery arrives, if it is ordered now. The height is reserved, so nothing moves. */
function Dates() {
  const { data } = useQuery(nextDelivery)
  return <p>{data?.coffee.text ?? '\u00a0'}</p>
}

type Choosing = { offer: SubscriptionOffer; weeks: Weeks; grind: string }

function RoastersChoice({ offer, weeks, grind }: Choosing) {
  const [adding, setAdding] = useState<Taste | null>(null)
  const roasts = useRoasts()
  const client = useQueryClient()
  const navigate = useNavigate()
  if (!offer.choice) return null
  const { price, tastes } = offer.choice
  const begin = async (taste: Taste, id: string) => {
    setAdding(taste)
    try {
      const [cart, coffee] = await Promise.all([
        import('#app/platform/cart/cart.ts'),
        client.fetchQuery(ask(products.one, { params: { id } })),
      ])
      const subscribe = { weeks, percent: offer.discount, taste, limit: price }
      const offered = coffee.grinds.includes(grind) ? grind : (coffee.grinds[0] ?? '')
      void navigate('/cart', { state: { added: cart.addToCart(coffee, 1, { grind: offered, subscribe }) } })
    } catch {
      toast.error('No connection. Nothing is in your cart yet. Reload the page and try again')
    }
    setAdding(null)
  }
  return (
    <div className="stack-2">
      <h2>Let us choose</h2>
      <p className="measure">
        A different coffee in each box, from what we {roasts ? 'roast' : 'have'} that week:{' '}
        {formatCents(subscriberPrice(toCents(price), offer.discount))} a bag at most.
      </p>
      <ul className={`grid ${styles.tastes}`}>
        {tastes.map(({ taste, name, next }) => (
          <li key={taste} className="stack-1 packed box mat pad-2">
            <h3>{name}</h3>
            <p>
              First: <span className="italic">{next.name}</span>
            </p>
            <Button
              className="self-left"
              busy={adding === taste}
              onClick={() => void begin(taste, next.product)}
              aria-label={`Subscribe to ${nameOfChoice(roasts).toLowerCase()}: ${name}`}
            >
              Subscribe
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Coffees({ of: coffees, offer, weeks, grind }: Choosing & { of: Product[] }) {
  return (
    <section aria-labelledby="one-coffee" className="stack-3">
      <h2 id="one-coffee">Or always the same</h2>
      <ul className={`grid halves ${styles.coffees}`}>
        {coffees.map((coffee) => (
          <li key={coffee._id} className="stack-1 packed" style={accentStyle(coffee)}>
            <FramedPicture of={coffee.pictures.image} sizes={SIZES} alt="" />
            <Coffee of={coffee} offer={offer} />
            <Link
              to={`${productPath(coffee)}#subscribe`}
              state={{ weeks, ...(coffee.grinds.includes(grind) ? { grind } : {}) }}
              className="reach"
              aria-label={`Subscribe to ${coffee.name}`}
            >
              Subscribe
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/shop" className="reach">
          All coffees
        </Link>
      </p>
    </section>
  )
}

const SIZES = '(min-width: 62rem) 22vw, 44vw'

function Coffee({ of: coffee, offer }: { of: Product; offer: SubscriptionOffer }) {
  const { title, place } = titleOf(coffee)
  const [size] = coffee.sizes
  const cents = subscriberPrice(toCents(size!.price), offer.discount)
  const perCup = cupPrice(cents, size!.grams)
  return (
    <>
      <h3 className="break-words">
        {title}
        {place ? <span className={styles.place}> {place}</span> : null}
      </h3>
      {coffee.cuppingNote ? <p className="soft break-words">{coffee.cuppingNote}</p> : null}
      <p className="lining">
        {formatCents(cents)}
        {size!.label ? ` for ${size!.label}` : ''}
        {perCup === null ? null : <span className="soft">, about {formatCents(perCup)} a cup</span>}
      </p>
    </>
  )
}

function AsGift() {
  return (
    <section aria-labelledby="as-a-gift" className="stack-2 items-left pad-3 box mat">
      <h2 id="as-a-gift">As a gift</h2>
      <p className="measure">
        3, 6 or 12 deliveries for someone you like, to an address or by email. You pay once, and it ends by
        itself.
      </p>
      <ButtonLink to="/subscribe/gift">Give a subscription</ButtonLink>
    </section>
  )
}

function Terms({ offer }: { offer: SubscriptionOffer }) {
  return (
    <section aria-labelledby="how" className="stack-3">
      <h2 id="how">How it works</h2>
      <dl className={`grid ${styles.terms}`}>
        <div>
          <dt className="label">Price</dt>
          <dd>
            {offer.discount > 0 ? `${offer.discount}% off each bag. ` : ''}A cup is {GRAMS_PER_CUP} g of
            coffee: a 12 oz bag makes 22. Shipping and tax are added, as for every order.
          </dd>
        </div>
        <div>
          <dt className="label">Payment</dt>
          <dd>
            With PayPal, which saves how you pay. We charge it before each delivery, and email you before with
            the date and the amount.
          </dd>
        </div>
        <div>
          <dt className="label">Skip, pause, change</dt>
          <dd>
            With one click in each of these emails, or in your account: the date, the coffee, the grind, the
            address, how often.
          </dd>
        </div>
        <div>
          <dt className="label">Cancel</dt>
          <dd>At any time before a charge, with one click.</dd>
        </div>
        <div>
          <dt className="label">When a coffee ends</dt>
          <dd>We tell you before, with one that tastes alike. You choose.</dd>
        </div>
        <div>
          <dt className="label">A gift?</dt>
          <dd>
            <Link to="/subscribe/gift">Give 3, 6 or 12 deliveries</Link>
            {usePart('giftCards') === 'on' ? (
              <>
                , or a <Link to="/gift-cards">gift card</Link>, which never expires
              </>
            ) : null}
            .
          </dd>
        </div>
      </dl>
    </section>
  )
}
