/** The items of a subscription, with the forms with which staff change them and their prices. */
import { useState } from 'react'
import type { Subscription, SubscriptionItem } from '#shared/subscriptions/api/subscription.ts'
import { subscriptionAdmin } from '#shared/subscriptions/api/subscription-admin.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents, formatDollars, subscriberPrice, toCents } from '#shared/kernel/pricing.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { PRICE_NOTICE_DAYS } from '#shared/platform/subscriptions.ts'
import { call } from '#app/platform/api/call.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { RowActions, Table, type Column } from '#app/platform/ui/table.tsx'
import { AddForm, ItemForm, RemoveItem } from '../account/items.tsx'
import { ChangeForm, OpenButton, Opened, type FormProps, type OpenForm } from '../account/part.tsx'
import { isOpen } from '../account/texts.ts'

type Props = { of: Subscription; forms: OpenForm }

export function ItemsOfBuyer({ of, forms }: Props) {
  const canChange = isOpen(of)
  return (
    <section aria-labelledby="items">
      <h2 id="items">Items</h2>
      <Table
        label="Items"
        columns={canChange ? [...ITEMS, actionsOf(of, forms)] : ITEMS}
        rows={of.items}
        keyOf={({ _id }) => _id}
      />
      {canChange ? <ItemForms of={of} forms={forms} /> : null}
    </section>
  )
}

/** The form that is open, or the button that adds something. */
function ItemForms({ of, forms }: Props) {
  const { open, close } = forms
  const changed = of.items.find(({ _id }) => _id === open)
  const priced = of.items.find(({ _id }) => priceForm(_id) === open)
  return (
    <div className="pad-top-2">
      {changed ? (
        <Opened key={open} label={`Change ${changed.name}`}>
          <ItemForm of={of} item={changed} close={close} />
        </Opened>
      ) : priced ? (
        <Opened key={open} label={`Price of ${priced.name}`}>
          <PriceForm of={of} item={priced} close={close} />
        </Opened>
      ) : open === 'add' ? (
        <Opened label="Add something">
          <AddForm of={of} close={close} />
        </Opened>
      ) : (
        <OpenButton look="line" name="add" forms={forms}>
          Add something
        </OpenButton>
      )}
    </div>
  )
}

const priceForm = (item: string) => `price-${item}`

function actionsOf(of: Subscription, forms: OpenForm): Column<SubscriptionItem> {
  return {
    name: 'ACTIONS',
    hideName: true,
    align: 'end',
    of: (item) => (
      <RowActions>
        <OpenButton name={item._id} forms={forms} about={item.name}>
          Change
        </OpenButton>
        <OpenButton name={priceForm(item._id)} forms={forms} about={item.name}>
          Price
        </OpenButton>
        <RemoveItem of={of} item={item} version={of.version} />
      </RowActions>
    ),
  }
}

/** The price of an item for this subscription alone. */
function PriceForm({ of, item, close }: FormProps & { item: SubscriptionItem }) {
  const { price: agreed, shopPrice, ownPrice, isOnce } = item
  const percent = isOnce ? 0 : of.discount
  const [isShops, setShops] = useState(ownPrice === null)
  const [price, setPrice] = useState((ownPrice ?? agreed).toFixed(2))
  const params = { id: of._id, itemId: item._id }
  const wanted = isShops ? shopPrice : Number(price)
  const change = () => ({
    send: (version: number) =>
      call(subscriptionAdmin.price, { params, body: { price: isShops ? null : Number(price), version } }),
  })
  return (
    <ChangeForm of={of} close={close} submit="Save the price" change={change}>
      <CheckField
        label={`The shop’s price, ${formatDollars(shopPrice)} today`}
        checked={isShops}
        onChange={({ target }) => setShops(target.checked)}
      />
      {isShops ? null : (
        <Field
          label={percent > 0 ? `Price of a piece before the ${percent}% off` : 'Price of a piece'}
          type="number"
          inputMode="decimal"
          min="0.01"
          max={shopPrice}
          step="0.01"
          required
          value={price}
          onChange={({ target }) => setPrice(target.value)}
        />
      )}
      <p className="soft">{effectOf(wanted, agreed, percent)}</p>
    </ChangeForm>
  )
}

/** What saving a price does, in dollars before the discount. */
function effectOf(wanted: number, agreed: number, percent: number): string {
  if (!(wanted > 0)) return ''
  const pays = `The subscriber pays ${formatCents(subscriberPrice(toCents(wanted), percent))} each`
  if (wanted <= agreed) return `${pays}, from the next charge on.`
  const { min, max } = PRICE_NOTICE_DAYS
  return `${pays} from the first charge that is ${min} to ${max} days after an email about it. Until then it is ${formatCents(subscriberPrice(toCents(agreed), percent))}.`
}

const ITEMS: Column<SubscriptionItem>[] = [
  {
    name: 'ITEM',
    of: ({ qty, name, sizeLabel, grind }) => (
      <>
        {qty} × {name}
        <div className="soft">{variantText({ size: sizeLabel, grind })}</div>
      </>
    ),
    rowHeader: true,
    title: true,
  },
  { name: 'NOTE', of: (item) => noteOf(item) || '—' },
  { name: 'PRICE', of: ({ price }) => <Money dollars={price} />, align: 'end', noWrap: true },
  {
    name: 'WITH DISCOUNT',
    of: ({ discounted }) => <Money dollars={discounted} />,
    align: 'end',
    noWrap: true,
  },
]

function noteOf({ isOnce, isOnSale, ownPrice, newPrice }: SubscriptionItem): string {
  return [
    isOnce ? 'Only in the next delivery' : '',
    isOnSale ? '' : 'No longer sold',
    ownPrice === null ? '' : 'Price for this subscription',
    newPrice ? `${formatDollars(newPrice.price)} from ${formatDate(newPrice.from, 'shortDay')} on` : '',
  ]
    .filter(Boolean)
    .join('. ')
}
