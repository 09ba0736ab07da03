import { useState } from 'react'
import { Link } from 'react-router'
import type { FilterFacts, FoundProducts } from '#shared/catalog/api/products.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { SORTS, SORT_NAMES, toggled, type FilterName } from '#shared/platform/product-filters.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Select } from '#app/platform/ui/field.tsx'
import styles from './shop.module.css'
import { pathOf, withoutFilters, type ListAddress } from './list-address.ts'
import { isChanging, useFilterForm } from './use-filter-form.ts'

type Props = {
  address: ListAddress
  found: Pick<FoundProducts, 'filters' | 'total'>
  /** The number of products and their kind: `12 coffees`. */
  count: string
}

/**
 * The filters and the sort order of a list. The form works without JavaScript. With JavaScript, changes apply at once.
 */
export function FilterForm({ address, found: { filters }, count }: Props) {
  const { form, details, isOpen, onSubmit } = useFilterForm(address)
  const chosen = filters.flatMap(({ options }) => options.filter((option) => option.isChosen)).length
  const first = { ...address, page: 1, chosen: { values: {} } }
  return (
    <form ref={form} action={pathOf(first)} className={styles.form} onSubmit={onSubmit}>
      {filters.length > 0 ? (
        <Disclosure
          ref={details}
          open={isOpen || undefined}
          className={`may-shrink ${styles.filters}`}
          summary={
            <>
              Filter
              {chosen > 0 ? (
                <span className={styles.chosen}>
                  {chosen}
                  <span className="visually-hidden"> chosen</span>
                </span>
              ) : null}
            </>
          }
        >
          <div className={`grid gap-3 above-2 rule-soft pad-y-2 ${styles.groups}`}>
            {filters.map((filter) => (
              <Group key={filter.name} filter={filter} />
            ))}
          </div>
          <div className={`pad-y-1 paper ${styles.show}`}>
            <Button type="submit">Show {count}</Button>
          </div>
        </Disclosure>
      ) : null}
      <SortChoice address={address} />
      <noscript>
        <Button type="submit" look="line">
          Sort
        </Button>
      </noscript>
    </form>
  )
}

/** Further options are folded at first, unless one of them is chosen. */
const SHOWN = 6

function Group({ filter: { name, label, options } }: { filter: FilterFacts }) {
  // A single further option is shown directly, because the folded line would take as much space.
  const shown = options.length > SHOWN + 1 ? SHOWN : options.length
  const [first, more] = [options.slice(0, shown), options.slice(shown)]
  // They stay open when the chosen option is removed, because the focus is inside.
  const [isOpen] = useState(() => more.some(({ isChosen }) => isChosen))
  const [isUsed] = useState(() => options.some(({ isChosen }) => isChosen) || isChanging(name))
  const isFirst = FIRST.has(name)
  const choices = (
    <fieldset className="may-shrink">
      <legend className={isFirst ? `label break-words ${styles.legend}` : 'visually-hidden'}>{label}</legend>
      <Options name={name} options={first} />
      {more.length > 0 ? (
        <Disclosure summary={`${more.length} more`} open={isOpen || undefined}>
          <Options name={name} options={more} />
        </Disclosure>
      ) : null}
    </fieldset>
  )
  if (isFirst) return choices
  return (
    <Disclosure summary={label} open={isUsed || undefined} className="may-shrink">
      {choices}
    </Disclosure>
  )
}

/** What most people choose by. The other filters are folded. */
const FIRST: ReadonlySet<FilterName> = new Set(['roast', 'flavor', 'best'] as const)

function Options({ name, options }: Pick<FilterFacts, 'name' | 'options'>) {
  return options.map(({ value, label, products, isChosen }) => (
    <label
      key={value}
      className={`grid align-middle target ${styles.option}`}
      data-empty={(products === 0 && !isChosen) || undefined}
    >
      <input type="checkbox" id={`${name}-${value}`} name={name} value={value} defaultChecked={isChosen} />
      <span className="break-words">{label}</span>
      <span className={`soft ${styles.found}`}>
        {formatNumber(products)}
        <span className="visually-hidden"> found</span>
      </span>
    </label>
  ))
}

/**
 * The sort order of a list. The empty value is the default: the best match for a search, otherwise the owner's order.
 */
function SortChoice({ address: { keyword, chosen } }: { address: ListAddress }) {
  const byDefault = keyword ? 'match' : 'featured'
  const others = SORT_NAMES.filter((name) => name !== byDefault && name !== 'match')
  return (
    <label className={`flex align-middle may-shrink ${styles.sort}`}>
      <span className="label">Sort by</span>
      <Select id="sort" name="sort" defaultValue={chosen.sort === byDefault ? '' : (chosen.sort ?? '')}>
        <option value="">{SORTS[byDefault]}</option>
        {others.map((name) => (
          <option key={name} value={name}>
            {SORTS[name]}
          </option>
        ))}
      </Select>
    </label>
  )
}

/** The chosen filters, each a link to the list without it. */
export function ChosenFilters({ address, filters }: { address: ListAddress; filters: FilterFacts[] }) {
  const chosen = filters.flatMap(({ name, label, options }) =>
    options.flatMap((option) => (option.isChosen ? [{ ...option, name, of: label }] : [])),
  )
  if (chosen.length === 0) return null
  const without = (name: (typeof chosen)[number]['name'], value: string) =>
    pathOf({ ...address, page: 1, chosen: toggled(address.chosen, name, value) })
  return (
    <ul className={`row-1 below-2 ${styles.chips}`} aria-label="Chosen filters">
      {chosen.map(({ name, value, label, of }) => (
        <li key={`${name}-${value}`}>
          <Link
            to={without(name, value)}
            className={`flex align-middle gap-1 target ${styles.chip}`}
            preventScrollReset
            aria-label={`Remove ${of}: ${label}`}
            onClick={focusCount}
          >
            {label}
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={pathOf(withoutFilters(address))}
          className={`flex align-middle gap-1 target ${styles.clear}`}
          preventScrollReset
          onClick={focusCount}
        >
          Clear all
        </Link>
      </li>
    </ul>
  )
}

/** Moves the focus to the number of products, because the pressed link disappears. */
function focusCount(): void {
  document.getElementById('found')?.focus({ preventScroll: true })
}
