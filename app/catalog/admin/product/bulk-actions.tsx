/** The bulk changes of the list of products. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { productBulk, type ProductAction, type WantedProducts } from '#shared/catalog/api/product-bulk.ts'
import { counted } from '#shared/kernel/counts.ts'
import { MAX_DOLLARS } from '#shared/kernel/fields.ts'
import { ask } from '#app/platform/api/query.ts'
import { saveFile } from '#app/platform/api/save-file.ts'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import type { BulkActions } from '#app/platform/admin/bulk/actions.ts'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'

const products = (count: number) => counted(count, 'product')

export const PRODUCT_ACTIONS: BulkActions<WantedProducts> = {
  endpoints: productBulk,
  one: 'product',
  collections: ['products'],
  actions: [
    {
      label: 'Price',
      press: (count) => `Change prices of ${products(count)}`,
      fields: <PriceFields />,
      read: (form): ProductAction => {
        const { sign, ending, by } = Object.fromEntries(form) as Record<string, string>
        return {
          kind: 'price',
          by: by === 'percent' ? 'percent' : 'dollars',
          value: Number(textOf(form, 'value')) * (sign === 'lower' ? -1 : 1),
          ending: ending === 'none' ? null : (Number(ending) as 0 | 50 | 95),
        }
      },
    },
    {
      label: 'Stock',
      press: (count) => `Save counts of ${products(count)}`,
      read: (): ProductAction => ({ kind: 'stock', counts: [] }),
      withInputs: (counts): ProductAction => ({ kind: 'stock', counts }),
    },
    {
      label: 'Hide',
      press: (count) => `Hide ${products(count)}`,
      read: (): ProductAction => ({ kind: 'hide' }),
    },
    {
      label: 'Put on sale',
      press: (count) => `Put ${products(count)} on sale`,
      read: (): ProductAction => ({ kind: 'show' }),
    },
    {
      label: 'Category',
      press: (count) => `Move ${products(count)}`,
      fields: <CategoryField />,
      read: (form): ProductAction => ({ kind: 'category', category: textOf(form, 'category') }),
    },
    {
      label: 'Weight',
      press: (count) => `Change weights of ${products(count)}`,
      fields: <WeightField />,
      read: (form): ProductAction => {
        const grams = textOf(form, 'grams')
        return { kind: 'weight', grams: grams === '' ? null : Number(grams) }
      },
    },
    {
      label: 'Availability',
      press: (count) => `Change ${products(count)}`,
      fields: <AvailabilityField />,
      read: (form): ProductAction => {
        return { kind: 'roastedToOrder', isRoastedToOrder: textOf(form, 'availability') === 'order' }
      },
    },
    {
      label: 'Export',
      run: (choice) => saveFile(productBulk.export, { body: { choice } }),
    },
  ],
}

function PriceFields() {
  return (
    <div className="stack-2 halves-36">
      <SelectField label="Direction" name="sign" required>
        <option value="raise">Raise by</option>
        <option value="lower">Lower by</option>
      </SelectField>
      <Field
        label="Amount"
        name="value"
        type="number"
        inputMode="decimal"
        min={0}
        max={MAX_DOLLARS}
        step={0.01}
        required
      />
      <SelectField label="In" name="by" required>
        <option value="percent">Percent</option>
        <option value="dollars">Dollars</option>
      </SelectField>
      <SelectField
        label="Rounding"
        name="ending"
        required
        hint="To the nearest price that ends so. Each size is changed."
      >
        <option value="none">None: to the cent</option>
        <option value="0">.00</option>
        <option value="50">.50</option>
        <option value="95">.95</option>
      </SelectField>
    </div>
  )
}

function CategoryField() {
  const inUse = useQuery(ask(productAdmin.words, {}))
  return (
    <>
      <Field
        label="Category"
        name="category"
        list="bulk-categories"
        maxLength={60}
        required
        hint="A coffee in another category loses what only coffees have, such as origin and roast. The preview shows it."
      />
      <datalist id="bulk-categories">
        {inUse.data?.categories.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  )
}

function WeightField() {
  const [grams, setGrams] = useState<number | null>(null)
  const { small } = useWeightUnits()
  return (
    <>
      <WeightInput
        label="Shipping weight"
        value={grams}
        onChange={setGrams}
        unit={small}
        hint="With its packing, for each size. If empty, the weight is removed. Coffees weigh what their size says."
      />
      <input type="hidden" name="grams" value={grams === null || Number.isNaN(grams) ? '' : grams} />
    </>
  )
}

function AvailabilityField() {
  return (
    <SelectField label="Availability" name="availability" required>
      <option value="stock">Counted in stock</option>
      <option value="order">Roasted to order</option>
    </SelectField>
  )
}
