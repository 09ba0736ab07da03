import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { houseDays, type Use } from '#shared/catalog/freshness.ts'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { COFFEE_BEANS, PROCESSES } from '#shared/kernel/categories.ts'
import { applies, type AnyField } from '#shared/platform/resources/described.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { usePart } from '#app/platform/api/business.ts'
import { ask } from '#app/platform/api/query.ts'
import { SelectField } from '#app/platform/ui/field.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { RoastingLevel } from '../../shop/rating.tsx'
import { ResourceField } from '#app/platform/admin/form/resource-field.tsx'
import { suggestCategory } from './suggest-category.ts'
import styles from './form.module.css'
import type { ProductForm } from './use-product-form.ts'
import {
  fieldsOfPart,
  PARTS,
  PART_NAMES,
  type PartName,
  type TextField as Name,
  type Values,
} from './values.ts'

/** The sections that the form of these values has: those with a field that applies, in a part of the shop that is not off. */
export function usePartsOf(values: Values): PartName[] {
  const sellsWholesale = usePart('wholesale') !== 'off'
  return PART_NAMES.filter(
    (part) =>
      (part !== 'wholesale' || sellsWholesale) &&
      fieldsOfPart(part).some((name) => applies(productFields[name], values)),
  )
}

/** A section of the form, which the list of sections leads to. */
export function Part({ part, form, children }: { part: PartName; form: ProductForm; children?: ReactNode }) {
  return (
    <section id={part} className={`stack-3 ${styles.part}`}>
      <h2 tabIndex={-1}>{PARTS[part]}</h2>
      <div className="stack-3 align-top halves-48">
        <ProductFields names={fieldsOfPart(part)} form={form} />
      </div>
      {children}
    </section>
  )
}

type FieldsForm = Pick<ProductForm, 'values' | 'problems' | 'register' | 'change'>

/** The inputs of these fields. Leaves out fields that do not apply to the typed values. */
export function ProductFields({ names, form }: { names: readonly Name[]; form: FieldsForm }) {
  const hints: Partial<Record<Name, ReactNode>> = {
    category: <CategoryHint form={form} />,
    roastingLevel: <Roast level={form.values.roastingLevel} />,
    bestFilter: daysHint(form, 'filter'),
    bestEspresso: daysHint(form, 'espresso'),
  }
  const roasts = usePart('roastery') === 'on'
  return names
    .filter((name) => applies(productFields[name], form.values) && (roasts || name !== 'isRoastedToOrder'))
    .map((name) => {
      const field: AnyField = productFields[name]
      if (name === 'companyId') return <PrivateLabel key={name} form={form} />
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

/** The account that has the product under its own label, by its name. */
function PrivateLabel({ form }: { form: FieldsForm }) {
  const accounts = useQuery(ask(productAdmin.words, {})).data?.accounts ?? []
  const { label, hint } = productFields.companyId
  const value = form.values.companyId
  return (
    <SelectField
      label={label}
      {...form.register('companyId')}
      value={value}
      problem={form.problems['companyId'] ?? ''}
      hint={hint}
      onChange={({ target }) => form.change({ companyId: target.value })}
    >
      <option value="">No account</option>
      {accounts.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
      {value !== '' && !accounts.some(({ _id }) => _id === value) ? (
        <option value={value}>{value}</option>
      ) : null}
    </SelectField>
  )
}

/** Where to say which roasts are in the bag. */
export function RoastsInTheBag({ id }: { id: string }) {
  if (usePart('roastery') === 'off') return null
  return (
    <p>
      Which roasts are in its bag: <Link to={`/admin/recipes/${id}/edit`}>Into the bag</Link>
    </p>
  )
}

/** The words that inputs suggest. */
export function Suggestions() {
  const inUse = useQuery(ask(productAdmin.words, {})).data
  const lists = {
    categories: categoriesOf(inUse),
    brands: inUse?.brands ?? [],
    origins: inUse?.origins ?? [],
    processes: [...new Set([...PROCESSES, ...(inUse?.processes ?? [])])],
    varieties: inUse?.varieties ?? [],
  }
  return Object.entries(lists).map(([id, values]) => (
    <datalist key={id} id={id}>
      {values.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </datalist>
  ))
}

function categoriesOf(inUse: { categories: string[] } | undefined): string[] {
  return [...new Set([COFFEE_BEANS, ...(inUse?.categories ?? [])])]
}

/** Suggests an existing category if the text is similar, because visitors find products only by the exact category. */
function CategoryHint({ form }: { form: FieldsForm }) {
  const existing = categoriesOf(useQuery(ask(productAdmin.words, {})).data)
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
function daysHint({ values: { roastingLevel } }: Pick<ProductForm, 'values'>, use: Use): string {
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
