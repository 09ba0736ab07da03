import { Link } from 'react-router'
import { useState } from 'react'
import type { Subscription, SubscriptionItem } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { subscriberPrice, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import {
  Block,
  ChangeForm,
  OpenButton,
  Opened,
  useSubscriptionChange,
  type FormProps,
  type OpenForm,
} from './part.tsx'
import styles from './subscription.module.css'
import { dayText, isOpen } from './texts.ts'
import { GoodsFields, useChoice, wantedOf, WithGoods, type Goods } from './goods-fields.tsx'

/** What is delivered, with its prices, and the forms that change it. */
export function Items({ of, forms }: { of: Subscription; forms: OpenForm }) {
  const canChange = isOpen(of)
  return (
    <Block title="What you get" id="items">
      <ul className="stack-3">
        {of.items.map((item) => (
          <li key={item._id}>
            {canChange && forms.open === item._id ? (
              <Opened label={`Change ${item.name}`}>
                <ItemForm of={of} item={item} close={forms.close} />
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
    </Block>
  )
}

type ItemProps = { of: Subscription; item: SubscriptionItem }

function Item({ of, item, forms }: ItemProps & { forms: OpenForm | null }) {
  const { product, slug, name, sizeLabel, grind, qty, isOnce, isOnSale, picture } = item
  const variant = variantText({ size: sizeLabel, grind })
  return (
    <div className={`stack-2 ${styles.item}`}>
      <FramedPicture of={picture} sizes="5rem" alt="" className={styles.frame} />
      <div className={styles.itemText}>
        <p className={styles.name}>
          {qty} × {product && isOnSale ? <Link to={productPath({ _id: product, slug })}>{name}</Link> : name}
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
  return (
    <div className={styles.actions}>
      <OpenButton name={item._id} forms={forms} about={item.name}>
        Change
      </OpenButton>
      <RemoveItem of={of} item={item} />
    </div>
  )
}

/**
 * Removes an item. The last item of every delivery has no such button.
 * @param version the only one that is changed; any version if left out
 */
export function RemoveItem({ of, item, version }: ItemProps & { version?: number }) {
  const change = useSubscriptionChange(of)
  if (!item.isOnce && of.items.filter(({ isOnce }) => !isOnce).length === 1) return null
  const params = { id: of._id, itemId: item._id }
  const remove = () =>
    change.mutate({
      send: () => call(subscriptions.removeItem, { params, query: { version } }),
      guess: { items: of.items.filter((each) => each !== item) },
    })
  return (
    <Button look="quiet" busy={change.isPending} aria-label={`Remove ${item.name}`} onClick={remove}>
      Remove
    </Button>
  )
}

/** Changes the coffee, size, grind or quantity of an item. */
export function ItemForm(props: FormProps & { item: SubscriptionItem }) {
  return <WithGoods>{(goods) => <Change {...props} goods={goods} />}</WithGoods>
}

function Change({ of, item, goods, close }: FormProps & { item: SubscriptionItem; goods: Goods }) {
  const id = of._id
  const choice = useChoice(goods, item, { onlyCoffee: !item.isOnce, hasChoice: !item.isOnce })
  const change = () => {
    const body = wantedOf(choice)
    const params = { id, itemId: item._id }
    return (
      body && {
        send: (version: number) => call(subscriptions.changeItem, { params, body: { ...body, version } }),
      }
    )
  }
  return (
    <ChangeForm of={of} close={close} submit="Save" change={change}>
      <GoodsFields choice={choice} percent={item.isOnce ? 0 : of.discount} />
    </ChangeForm>
  )
}

/** Adds something once to the next delivery, or a coffee to every delivery. */
export function AddForm(props: FormProps) {
  return <WithGoods>{(goods) => <Add {...props} goods={goods} />}</WithGoods>
}

function Add({ of, goods, close }: FormProps & { goods: Goods }) {
  const id = of._id
  const [isOnce, setOnce] = useState(true)
  const choice = useChoice(goods, null, { onlyCoffee: !isOnce, hasChoice: false })
  const change = () => {
    const wanted = wantedOf(choice)
    if (!wanted?.product) return null
    const body = { ...wanted, product: wanted.product, isOnce }
    // With the version, a repeated request after a lost answer does not add it twice.
    return {
      send: (version: number) => call(subscriptions.addItem, { params: { id }, body: { ...body, version } }),
    }
  }
  return (
    <ChangeForm of={of} close={close} submit="Add" change={change}>
      <GoodsFields choice={choice} percent={isOnce ? 0 : of.discount} />
      <CheckField
        label="Only with the next delivery"
        hint={
          isOnce
            ? 'It comes once, at its normal price.'
            : `It comes with every delivery${of.discount > 0 ? `, with ${of.discount}% off` : ''}.`
        }
        checked={isOnce}
        onChange={({ target }) => setOnce(target.checked)}
      />
    </ChangeForm>
  )
}
