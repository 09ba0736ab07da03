import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { productAdmin } from '#shared/api/product-admin.ts'
import { COFFEE_BEANS } from '#shared/api/products.ts'
import { ask } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, SelectField, TextareaField } from '../../../ui/field.tsx'
import { RoastingLevel } from '../../shop/rating.tsx'
import { categoryMeant } from './category-meant.ts'
import styles from './form.module.css'
import type { ProductForm } from './use-product-form.ts'
import { hasSize, HIDDEN, isSample, LABELS, ON_SALE, type Field as Name } from './values.ts'

/** What every product has. */
export function ShopFields({ form }: { form: ProductForm }) {
  const words = useQuery(ask(productAdmin.words, {})).data
  const categories = [...new Set([COFFEE_BEANS, ...(words?.categories ?? [])])]
  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <Field {...bind(form, 'name')} maxLength={120} required />
      </div>
      <Field {...bind(form, 'price')} {...NUMBER} step="any" inputMode="decimal" required hint="In dollars" />
      <Field {...bind(form, 'countInStock')} {...COUNT} required hint={stockHint(form)} />
      <Field
        {...bind(form, 'category')}
        list="categories"
        maxLength={60}
        required
        hint={<Meant form={form} known={categories} />}
      />
      {hasSize(form.values) ? <Field {...bind(form, 'size')} {...COUNT} hint={sizeHint(form)} /> : null}
      <Field {...bind(form, 'brand')} list="brands" maxLength={80} />
      <Words id="categories" words={categories} />
      <Words id="brands" words={words?.brands} />
    </div>
  )
}

/** What is told of a coffee, and of whatever else has it. */
export function LabelFields({ form }: { form: ProductForm }) {
  const words = useQuery(ask(productAdmin.words, {})).data
  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <TextareaField {...bind(form, 'description')} maxLength={5000} rows={7} />
      </div>
      <Field {...bind(form, 'origin')} list="origins" maxLength={80} hint="Land, region: “Ethiopia, Guji”" />
      <Words id="origins" words={words?.origins} />
      <Field {...bind(form, 'cuppingNote')} maxLength={200} hint="“Apricot, jasmine, wild honey”" />
      <Field
        {...bind(form, 'roastingLevel')}
        {...COUNT}
        max={5}
        hint={<Roast level={form.values.roastingLevel} />}
      />
      <SelectField {...bind(form, 'isDraft')}>
        <option>{ON_SALE}</option>
        <option>{HIDDEN}</option>
      </SelectField>
    </div>
  )
}

const NUMBER: ComponentProps<'input'> = { type: 'number', min: 0, autoComplete: 'off' }

const COUNT: ComponentProps<'input'> = { ...NUMBER, step: 1, inputMode: 'numeric' }

/** A field's name, label, value and what is wrong with it. */
function bind(form: ProductForm, name: Name) {
  return {
    name,
    label: LABELS[name],
    value: form.values[name],
    problem: form.problems[name],
    unmarked: true,
    onChange: ({ target }: { target: { value: string } }) => form.change({ [name]: target.value }),
    // What a new draft is filled with goes away with the first key; so does a number.
    onFocus: ({ target }: { target: Element }) => {
      if (target instanceof HTMLSelectElement) return
      const input = target as HTMLInputElement | HTMLTextAreaElement
      if (input.type === 'number' || isSample(input.value)) input.select()
    },
  }
}

function Words({ id, words }: { id: string; words: string[] | undefined }) {
  return (
    <datalist id={id}>
      {words?.map((word) => (
        <option key={word}>{word}</option>
      ))}
    </datalist>
  )
}

/** Visitors find a product by its category's exact words, so one that is nearly another is asked about. */
function Meant({ form, known }: { form: ProductForm; known: string[] }) {
  const meant = categoryMeant(form.values.category, known)
  if (!meant)
    return form.values.category === COFFEE_BEANS ? 'Only these have a size' : 'Choose one, or write a new one'
  return (
    <span className={styles.meant}>
      Did you mean
      <Button look="line" onClick={() => form.change({ category: meant })}>
        {meant}
      </Button>
    </span>
  )
}

function sizeHint({ values: { size } }: ProductForm): ReactNode {
  if (Number(size) > 0) return 'In grams, for label and parcel'
  return <span className={styles.warning}>No size yet: how many grams are in a bag?</span>
}

/** A change is a difference: what is sold before the save is taken from it. */
function stockHint({ base, values }: ProductForm): string {
  const more = Number(values.countInStock) - base.countInStock
  if (values.countInStock === '' || !Number.isInteger(more) || more === 0) return 'Pieces on the shelf'
  return more > 0 ? `${more} more than now` : `${-more} fewer than now`
}

function Roast({ level: text }: { level: string }) {
  const level = Number(text)
  if (text === '' || level === 0) return '1 to 5: light to dark. 0: not shown'
  if (!Number.isInteger(level) || level < 0 || level > 5) return '0 to 5: light to dark'
  return <RoastingLevel level={level} />
}
