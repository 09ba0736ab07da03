import { Link } from 'react-router'
import styles from './pagination.module.css'

/** Links to the pages of a list. Renders nothing if there is only one page. */
export function Pagination({
  page,
  pages,
  to,
}: {
  page: number
  pages: number
  to: (page: number) => string
}) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages" className={styles.pagination}>
      <ul>
        {numbersAround(page, pages).map((number, index) =>
          number === null ? (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`gap-${index}`} aria-hidden="true" className={styles.gap}>
              …
            </li>
          ) : (
            <li key={number}>
              <Link
                to={to(number)}
                className={styles.page}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}

/** The numbers of the first, last, current, previous and next page; null where several numbers are left out. */
function numbersAround(page: number, pages: number): (number | null)[] {
  const shown = new Set(
    [1, pages, page - 1, page, page + 1].filter((number) => number >= 1 && number <= pages),
  )
  const numbers = [...shown].sort((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const left = number - (numbers[index - 1] ?? number - 1) - 1
    return left === 0 ? [number] : [left === 1 ? number - 1 : null, number]
  })
}
