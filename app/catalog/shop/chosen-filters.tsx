import { Link } from 'react-router'
import type { FilterFacts } from '#shared/catalog/api/products.ts'
import { toggled } from '#shared/platform/product-filters.ts'
import styles from './filter-form.module.css'
import { pathOf, withoutFilters, type ListAddress } from './list-address.ts'

/** The chosen filters, each a link to the list without it. */
export function ChosenFilters({ address, filters }: { address: ListAddress; filters: FilterFacts[] }) {
  const chosen = filters.flatMap(({ name, label, options }) =>
    options.flatMap((option) => (option.isChosen ? [{ ...option, name, of: label }] : [])),
  )
  if (chosen.length === 0) return null
  const without = (name: (typeof chosen)[number]['name'], value: string) =>
    pathOf({ ...address, page: 1, chosen: toggled(address.chosen, name, value) })
  return (
    <ul className={styles.chips} aria-label="Chosen filters">
      {chosen.map(({ name, value, label, of }) => (
        <li key={`${name}-${value}`}>
          <Link
            to={without(name, value)}
            className={styles.chip}
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
          className={styles.clear}
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
