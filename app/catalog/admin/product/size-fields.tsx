import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { MAX_SIZES } from '#shared/catalog/api/product-edit.ts'
import { applies, namesOf, type AnyField } from '#shared/platform/resources/described.ts'
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { formatCents, toCents, unitPrice } from '#shared/kernel/pricing.ts'
import { weightLabel } from '#shared/kernel/sizes.ts'
import { WITHOUT_WEIGHT } from '#shared/platform/parcel.ts'
import { usePart } from '#app/platform/api/business.ts'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { ItemActions } from '#app/platform/admin/form/item-actions.tsx'
import { ResourceField } from '#app/platform/admin/form/resource-field.tsx'
import { moveItem } from '#app/platform/admin/pictures/move-buttons.tsx'
import { sizeLabel } from './merge-sizes.ts'
import styles from './form.module.css'
import type { ProductForm } from './use-product-form.ts'
import { isToOrder, newSize, type SizeValues } from './values.ts'

type SizesForm = Pick<ProductForm, 'values' | 'base' | 'problems' | 'change' | 'register'>

/** The sizes of a product: their fields, and buttons to add, remove and reorder them. The first one is the default. */
export function SizeFields({ form }: { form: SizesForm }) {
  const { sizes } = form.values
  const setSizes = (next: SizeValues[]) => form.change({ sizes: next })
  const move = (index: number, to: number) => {
    setSizes(moveItem(sizes, index, to))
    announce(`${sizeLabel(sizes[index]!)} is now size ${to + 1} of ${sizes.length}`)
  }
  const remove = (index: number) => {
    setSizes(sizes.filter((_, at) => at !== index))
    announce(`${sizeLabel(sizes[index]!)} removed. It disappears from the shop after the next save`)
  }
  return (
    <div className={`stack-2 items-left ${styles.wide}`}>
      {isToOrder(form.values) ? (
        <p className="soft">
          Roasted to order: there is no count in stock. Orders use the capacity of roast days instead.
        </p>
      ) : null}
      {form.problems.sizes ? <p className="alarm">{form.problems.sizes}</p> : null}
      <ol className={`stack-2 full-width ${styles.sizes}`} data-single={sizes.length === 1 || undefined}>
        {sizes.map((size, index) => (
          <li key={size.id}>
            <OneSize form={form} index={index}>
              {sizes.length > 1 ? (
                <ItemActions
                  className={styles.actions}
                  label={sizeLabel(size)}
                  isFirst={index === 0}
                  isLast={index === sizes.length - 1}
                  onMove={(step) => move(index, index + step)}
                  onRemove={() => remove(index)}
                />
              ) : null}
            </OneSize>
          </li>
        ))}
      </ol>
      {sizes.length < MAX_SIZES ? (
        <div className="row-1-2">
          <Button look="line" onClick={() => setSizes([...sizes, newSize()])}>
            Add a size
          </Button>
          <UsualSizes form={form} onAdd={(grams) => setSizes([...sizes, newSize(grams)])} />
        </div>
      ) : null}
    </div>
  )
}

/** Buttons that add a size of a weight that other coffees have. */
function UsualSizes({ form: { values }, onAdd }: { form: SizesForm; onAdd: (grams: number) => void }) {
  const { weights = [] } = useQuery(ask(productAdmin.words, {})).data ?? {}
  if (values.category !== COFFEE_BEANS) return null
  return weights
    .filter((grams) => values.sizes.every((size) => Number(size.grams) !== grams))
    .map((grams) => (
      <Button
        key={grams}
        look="quiet"
        onClick={() => {
          onAdd(grams)
          announce(`Added ${weightLabel(grams)}. Enter its price`)
        }}
      >
        Add {weightLabel(grams)}
      </Button>
    ))
}

function OneSize({ form, index, children }: { form: SizesForm; index: number; children: ReactNode }) {
  const size = form.values.sizes[index]!
  const isOne = form.values.sizes.length === 1
  const hints: Partial<Record<keyof typeof sizeFields, ReactNode>> = {
    grams: <WeightHint of={size} />,
    shippingGrams: Number(size.shippingGrams) > 0 ? 'With its packing' : <NoShippingWeight />,
    label: 'Instead of the weight, such as “Sample”',
    price: <PriceHint of={size} />,
    countInStock: stockHint(form, size),
    sku: 'Your article number',
  }
  const isUncounted = isToOrder(form.values)
  const sellsWholesale = usePart('wholesale') !== 'off'
  const shown = namesOf(sizeFields).filter((name) => {
    if (!sellsWholesale && (name === 'forAccounts' || name === 'pack')) return false
    // A single size of goods without a weight needs no label.
    return applies(sizeFields[name], form.values) && !(name === 'label' && isOne && size.label === '')
  })
  return (
    <fieldset className={`grid align-top may-shrink halves-48 ${styles.size}`}>
      <legend className={isOne ? 'visually-hidden' : styles.legend}>
        {isOne ? 'Size and price' : `${sizeLabel(size)}${index === 0 ? ', the default' : ''}`}
      </legend>
      {shown.map((name) => {
        const field: AnyField = sizeFields[name]
        const path = `sizes.${index}.${name}` as const
        if (name === 'countInStock' && isUncounted)
          return (
            <Field
              key={name}
              label={field.label}
              value={size.countInStock}
              readOnly
              unmarked
              hint="Not counted, because this coffee is roasted when it is ordered"
            />
          )
        return (
          <ResourceField
            key={name}
            of={field}
            bound={form.register(path)}
            problem={form.problems[path]}
            hint={hints[name] ?? field.hint}
            value={size[name]}
            change={(value) =>
              form.change({
                sizes: form.values.sizes.map((each, at) =>
                  at === index ? { ...each, [name]: value } : each,
                ),
              })
            }
          />
        )
      })}
      {children}
    </fieldset>
  )
}

function WeightHint({ of: size }: { of: SizeValues }) {
  if (Number(size.grams) > 0) return `For the label and the parcel: ${sizeLabel({ ...size, label: '' })}`
  return <span className="alarm">No size yet: how much is in a bag?</span>
}

function NoShippingWeight() {
  const weigh = useWeigh()
  return (
    <span className="alarm">
      No weight yet: parcels count {weigh(WITHOUT_WEIGHT.grams)}. Weigh it with its packing
    </span>
  )
}

function PriceHint({ of: { price, grams } }: { of: SizeValues }) {
  if (!(Number(price) > 0) || !(Number(grams) > 0)) return sizeFields.price.hint
  const { cents, unit } = unitPrice(toCents(Number(price)), Number(grams))
  return `In dollars: ${formatCents(cents)}/${unit}`
}

/** Shows the difference to the saved stock. A save adds this difference to the stock. */
function stockHint({ base }: SizesForm, { id, countInStock }: SizeValues): string {
  const before = base.values.sizes.find((size) => size.id === id)?.countInStock ?? '0'
  const more = Number(countInStock) - Number(before)
  if (countInStock === '' || !Number.isInteger(more) || more === 0) return 'Pieces in stock'
  return more > 0 ? `${more} more than now` : `${-more} fewer than now`
}
