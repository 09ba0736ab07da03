import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { houseDays, type Use } from '#shared/catalog/freshness.ts'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { COFFEE_BEANS, PROCESSES } from '#shared/kernel/categories.ts'
import { applies, namesOf, type AnyField } from '#shared/platform/resources/described.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { RoastingLevel } from '../../shop/rating.tsx'
import { ResourceField } from '#app/platform/admin/form/resource-field.tsx'
import { SizeFields } from './size-fields.tsx'
import { suggestCategory } from './suggest-category.ts'
import styles from './form.module.css'
import type { ProductForm } from './use-product-form.ts'
import type { TextField as Name } from './values.ts'

/** The fields that every product has. */
export function ShopFields({ form }: { form: ProductForm }) {
  const inUse = useQuery(ask(productAdmin.words, {})).data
  const categories = [...new Set([COFFEE_BEANS, ...(inUse?.categories ?? [])])]
  return (
    <div className="stack-3 align-top halves-48">
      <Part
        part="goods"
        form={form}
        hints={{ category: <CategoryHint form={form} existing={categories} /> }}
      />
      <SizeFields form={form} />
      <Suggestions id="categories" values={categories} />
      <Suggestions id="brands" values={inUse?.brands} />
    </div>
  )
}

/** The fields of the label, mainly for coffee. */
export function LabelFields({ form }: { form: ProductForm }) {
  const inUse = useQuery(ask(productAdmin.words, {})).data
  return (
    <div className="stack-3 align-top halves-48">
      <Part
        part="label"
        form={form}
        hints={{
          roastingLevel: <Roast level={form.values.roastingLevel} />,
          bestFilter: daysHint(form, 'filter'),
          bestEspresso: daysHint(form, 'espresso'),
        }}
      />
      <Suggestions id="origins" values={inUse?.origins} />
      <Suggestions id="processes" values={[...new Set([...PROCESSES, ...(inUse?.processes ?? [])])]} />
      <Suggestions id="varieties" values={inUse?.varieties} />
    </div>
  )
}

type PartProps = { part: string; form: ProductForm; hints: Partial<Record<Name, ReactNode>> }

/** The fields of one part of the form. Leaves out fields that do not apply to the typed values. */
function Part({ part, form, hints }: PartProps) {
  const shown = namesOf(productFields).filter((name) => {
    const field: AnyField = productFields[name]
    return field.part === part && applies(field, form.values)
  })
  return shown.map((name) => {
    const field: AnyField = productFields[name]
    const input = (
      <ResourceField
        key={name}
        of={field}
        bound={form.register(name)}
        problem={form.problems[name]}
        hint={hints[name] ?? field.hint}
      />
    )
    return field.wide ? (
      <div key={name} className={styles.wide}>
        {input}
      </div>
    ) : (
      input
    )
  })
}

function Suggestions({ id, values }: { id: string; values: string[] | undefined }) {
  return (
    <datalist id={id}>
      {values?.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </datalist>
  )
}

/** Suggests an existing category if the text is similar, because visitors find products only by the exact category. */
function CategoryHint({ form, existing }: { form: ProductForm; existing: string[] }) {
  const suggestion = suggestCategory(form.values.category, existing)
  if (!suggestion)
    return form.values.category === COFFEE_BEANS
      ? 'Only this category has a size'
      : 'Choose one, or write a new one'
  return (
    <span className={`alarm wraps align-middle ${styles.suggestion}`}>
      Did you mean
      <Button look="line" onClick={() => form.change({ category: suggestion })}>
        {suggestion}
      </Button>
    </span>
  )
}

/** The days that a coffee has if the field is empty. */
function daysHint({ values: { roastingLevel } }: ProductForm, use: Use): string {
  const days = houseDays(Number(roastingLevel), use)
  const rule = days ? `: ${days[0]} to ${days[1]}` : ''
  return `Days after the roast. If empty, by the roasting level${rule}`
}

function Roast({ level: text }: { level: string }) {
  const level = Number(text)
  if (text === '' || level === 0) return '1 to 5: light to dark. 0: not shown'
  if (!Number.isInteger(level) || level < 0 || level > 5) return '0 to 5: light to dark'
  return <RoastingLevel level={level} />
}
