import { useState, type FormEvent } from 'react'
import type { Subscription, SubscriptionItem } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { call } from '#app/platform/api/call.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { GoodsFields, useChoice, wantedOf, WithGoods, type Goods } from './goods-fields.tsx'
import { FormActions } from './part.tsx'
import styles from './subscription.module.css'
import { useSubscriptionChange } from './use-subscription-change.ts'

type FormProps = { of: Subscription; close: () => void }

/** Changes the coffee, size, grind or quantity of an item. */
export function ChangeForm(props: FormProps & { item: SubscriptionItem }) {
  return <WithGoods>{(goods) => <Change {...props} goods={goods} />}</WithGoods>
}

function Change({ of, item, goods, close }: FormProps & { item: SubscriptionItem; goods: Goods }) {
  const id = of._id
  const choice = useChoice(goods, item, { onlyCoffee: !item.isOnce, hasChoice: !item.isOnce })
  const change = useSubscriptionChange(of, close)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = wantedOf(choice)
    if (body)
      change.mutate({
        send: (version) =>
          call(subscriptions.changeItem, {
            params: { id, itemId: item._id },
            body: { ...body, version },
          }),
      })
  }
  return (
    <form className={`stack-3 measure-form ${styles.form}`} onSubmit={submit}>
      <GoodsFields choice={choice} percent={item.isOnce ? 0 : of.discount} />
      <FormActions submit="Save" change={change} close={close} />
    </form>
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
  const change = useSubscriptionChange(of, close)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = wantedOf(choice)
    if (!wanted?.product) return
    const body = { ...wanted, product: wanted.product, isOnce }
    // With the version, a repeated request after a lost answer does not add it twice.
    change.mutate({
      send: (version) => call(subscriptions.addItem, { params: { id }, body: { ...body, version } }),
    })
  }
  return (
    <form className={`stack-3 measure-form ${styles.form}`} onSubmit={submit}>
      <GoodsFields choice={choice} percent={isOnce ? 0 : of.discount} />
      <CheckField
        label="Only with the next delivery"
        hint={
          isOnce
            ? 'It comes once, at its normal price.'
            : `It comes with every delivery${of.discount > 0 ? `, with your ${of.discount}% off` : ''}.`
        }
        checked={isOnce}
        onChange={({ target }) => setOnce(target.checked)}
      />
      <FormActions submit="Add" change={change} close={close} />
    </form>
  )
}
