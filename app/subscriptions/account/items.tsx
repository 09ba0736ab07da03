import { Link } from 'react-router'
import type { Subscription, SubscriptionItem } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { subscriberPrice, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { AddForm, ChangeForm } from './item-form.tsx'
import { OpenButton, Opened, type OpenForm } from './part.tsx'
import styles from './subscription.module.css'
import { dayText, isOpen } from './texts.ts'
import { useSubscriptionChange } from './use-subscription-change.ts'

/** What is delivered, with its prices, and the forms that change it. */
export function Items({ of, forms }: { of: Subscription; forms: OpenForm }) {
  const canChange = isOpen(of)
  return (
    <section className="stack-2 may-shrink break-words" aria-labelledby="items">
      <div className={styles.partHead}>
        <h2 id="items">What you get</h2>
      </div>
      <ul className="stack-3">
        {of.items.map((item) => (
          <li key={item._id}>
            {canChange && forms.open === item._id ? (
              <Opened label={`Change ${item.name}`}>
                <ChangeForm of={of} item={item} close={forms.close} />
              </Opened>
            ) : (
              <Item of={of} item={item} forms={canChange ? forms : null} />
            )}
          </li>
        ))}
      </ul>
      {canChange && forms.open === 'add' ? (
        <Opened label="Add something">
          <AddForm of={of} close={forms.close} />
        </Opened>
      ) : null}
      {canChange && forms.open !== 'add' ? (
        <p>
          <OpenButton look="line" name="add" forms={forms}>
            Add something
          </OpenButton>
        </p>
      ) : null}
    </section>
  )
}

type ItemProps = { of: Subscription; item: SubscriptionItem }

function Item({ of, item, forms }: ItemProps & { forms: OpenForm | null }) {
  const { product, name, sizeLabel, grind, qty, isOnce, isOnSale, picture } = item
  const variant = variantText({ size: sizeLabel, grind })
  return (
    <div className={`stack-2 ${styles.item}`}>
      <FramedPicture of={picture} sizes="5rem" alt="" className={styles.frame} />
      <div className={styles.itemText}>
        <p className={styles.name}>
          {qty} × {product && isOnSale ? <Link to={`/product/${product}`}>{name}</Link> : name}
        </p>
        {variant ? <p className="note">{variant}</p> : null}
        {isOnce ? <p className={styles.once}>Once, with the next delivery</p> : null}
        <Price of={of} item={item} />
        {isOnSale ? null : (
          <p className="alarm">
            We no longer sell it. {isOnce ? 'Remove it.' : 'Please choose another coffee.'}
          </p>
        )}
        {forms ? <ItemButtons of={of} item={item} forms={forms} /> : null}
      </div>
    </div>
  )
}

/** The agreed price with the discount, and an announced price with its day. */
function Price({ of: { discount }, item: { price, discounted, newPrice, isOnce, taste } }: ItemProps) {
  const percent = isOnce ? 0 : discount
  return (
    <>
      <p>
        {discounted < price ? (
          <>
            <span className="visually-hidden">Price without the subscription: </span>
            <s>
              <Money dollars={price} />
            </s>{' '}
            <span className="visually-hidden">Your price: </span>
          </>
        ) : null}
        {taste ? 'At most ' : ''}
        <Money dollars={discounted} /> each{percent > 0 ? `, ${percent}% off` : ''}
      </p>
      {newPrice && newPrice.price > price ? (
        <p className={styles.newPrice}>
          <strong>New price:</strong> <Money dollars={withDiscount(newPrice.price, percent)} /> instead of{' '}
          <Money dollars={discounted} /> each, for charges from {dayText(newPrice.from)} on. Before that day
          you pay the old price.
        </p>
      ) : null}
    </>
  )
}

function withDiscount(dollars: number, percent: number): number {
  return toDollars(subscriberPrice(toCents(dollars), percent))
}

function ItemButtons({ of, item, forms }: ItemProps & { forms: OpenForm }) {
  const id = of._id
  const change = useSubscriptionChange(of)
  const isLast = !item.isOnce && of.items.filter(({ isOnce }) => !isOnce).length === 1
  const remove = () =>
    change.mutate({
      send: () => call(subscriptions.removeItem, { params: { id, itemId: item._id } }),
      guess: { items: of.items.filter((each) => each !== item) },
    })
  return (
    <div className={styles.actions}>
      <OpenButton name={item._id} forms={forms} about={item.name}>
        Change
      </OpenButton>
      {isLast ? null : (
        <Button look="quiet" busy={change.isPending} aria-label={`Remove ${item.name}`} onClick={remove}>
          Remove
        </Button>
      )}
    </div>
  )
}
