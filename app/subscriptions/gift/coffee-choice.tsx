import { formatDollars } from '#shared/kernel/pricing.ts'
import {
  frequencyText,
  GIFT_COUNTS,
  nameOfTaste,
  type GiftCount,
  type Weeks,
} from '#shared/platform/subscriptions.ts'
import type { GiftOffer } from '#shared/subscriptions/api/gifts.ts'
import page from '#app/checkout/gift-cards/gift-cards.module.css'
import { SelectField } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import { useRoasts } from '#app/platform/api/business.ts'

type Coffee = GiftOffer['coffees'][number]

/** What is chosen in the form, or its first choices. */
export type Choice = {
  deliveries: GiftCount
  weeks: Weeks
  grind: string
  /** The price of a delivery, in dollars. */
  delivery: number
  coffee: { taste: GiftOffer['tastes'][number]['taste'] } | { product: string; sizeId: string }
}

/** The frequency that people choose most often. */
const USUAL: Weeks = 2

/** @param typed the form; null before the first change */
export function choiceIn(offer: GiftOffer, typed: FormData | null): Choice {
  const text = (name: string) => (typed ? textOf(typed, name) : '')
  const deliveries = GIFT_COUNTS.find((count) => String(count) === text('deliveries')) ?? GIFT_COUNTS[0]
  const weeks =
    offer.weeks.find((each) => String(each) === text('weeks')) ??
    offer.weeks.find((each) => each === USUAL) ??
    offer.weeks[0]!
  const taste = offer.tastes.find((each) => each.taste === text('coffee'))
  const coffee = taste ? undefined : offer.coffees.find(({ _id }) => _id === text('coffee'))
  const first = taste ?? (coffee ? undefined : offer.tastes[0])
  const grinds = first ? offer.grinds : (coffee ?? offer.coffees[0]!).grinds
  const grind = grinds.find((each) => each === text('grind')) ?? grinds[0] ?? ''
  if (first) return { deliveries, weeks, grind, delivery: first.delivery, coffee: { taste: first.taste } }
  const product = coffee ?? offer.coffees[0]!
  const size = product.sizes.find(({ id }) => id === text('size')) ?? product.sizes[0]!
  return {
    deliveries,
    weeks,
    grind,
    delivery: size.delivery,
    coffee: { product: product._id, sizeId: size.id },
  }
}

type ChoiceProps = { offer: GiftOffer; choice: Choice; problems: Problems }

/** The coffee, its size and grind, and how often it comes. */
export function CoffeeChoice({ offer, choice, problems }: ChoiceProps) {
  const { coffee: chosen } = choice
  const roasts = useRoasts()
  const product = 'product' in chosen ? offer.coffees.find(({ _id }) => _id === chosen.product) : undefined
  const grinds = product ? product.grinds : offer.grinds
  return (
    <fieldset className={`stack-2 ${page.group}`}>
      <legend>Which coffee?</legend>
      <div className={`stack-3 align-top ${page.fields}`}>
        <SelectField label="Coffee" name="coffee" unmarked problem={problems.product ?? problems.taste}>
          {offer.tastes.map(({ taste, delivery }) => (
            <option key={taste} value={taste}>
              {`${nameOfTaste(taste, roasts)}, ${formatDollars(delivery)}`}
            </option>
          ))}
          {offer.coffees.map((coffee) => (
            <option key={coffee._id} value={coffee._id}>
              {`${coffee.name}, ${formatDollars(coffee.sizes[0]!.delivery)}`}
            </option>
          ))}
        </SelectField>
        {product && product.sizes.length > 1 ? <SizeField of={product} /> : null}
        {grinds.length > 0 ? (
          <SelectField key={product?._id ?? ''} label="Grind" name="grind" unmarked problem={problems.grind}>
            {grinds.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
        ) : null}
        <SelectField
          label="A delivery"
          name="weeks"
          unmarked
          defaultValue={choice.weeks}
          problem={problems.weeks}
        >
          {offer.weeks.map((each) => (
            <option key={each} value={each}>
              {frequencyText(each).toLowerCase()}
            </option>
          ))}
        </SelectField>
      </div>
    </fieldset>
  )
}

function SizeField({ of: { _id, sizes } }: { of: Coffee }) {
  return (
    <SelectField key={_id} label="Size" name="size" unmarked>
      {sizes.map(({ id, label, delivery }) => (
        <option key={id} value={id}>
          {`${label}, ${formatDollars(delivery)}`}
        </option>
      ))}
    </SelectField>
  )
}
