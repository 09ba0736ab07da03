import { useState } from 'react'
import type { FilterFacts, FoundProducts } from '#shared/catalog/api/products.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { SORT_NAMES, SORTS } from '#shared/platform/product-filters.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Select } from '#app/platform/ui/field.tsx'
import styles from './filter-form.module.css'
import { pathOf, type ListAddress } from './list-address.ts'
import { useFilterForm } from './use-filter-form.ts'

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
          className={styles.filters}
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
          <div className={styles.groups}>
            {filters.map((filter) => (
              <Group key={filter.name} filter={filter} />
            ))}
          </div>
          <div className={styles.show}>
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
  // Stays open when the chosen option is removed, because the focus is inside.
  const [isOpen] = useState(() => more.some(({ isChosen }) => isChosen))
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <Options name={name} options={first} />
      {more.length > 0 ? (
        <Disclosure summary={`${more.length} more`} open={isOpen || undefined}>
          <Options name={name} options={more} />
        </Disclosure>
      ) : null}
    </fieldset>
  )
}

function Options({ name, options }: Pick<FilterFacts, 'name' | 'options'>) {
  return options.map(({ value, label, products, isChosen }) => (
    <label key={value} className={styles.option} data-empty={(products === 0 && !isChosen) || undefined}>
      <input type="checkbox" id={`${name}-${value}`} name={name} value={value} defaultChecked={isChosen} />
      <span className="break-words">{label}</span>
      <span className={styles.count}>
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
    <label className={styles.sort}>
      <span>Sort by</span>
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
