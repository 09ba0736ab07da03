/**
 * The filters of a list. They are in the URL, so that the Back button, a reload and a second tab show the same list.
 */
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { PAGE_SIZES } from '#shared/kernel/fields.ts'
import { isId } from '#shared/kernel/id.ts'
import { Select } from '../../ui/field.tsx'
import type { Sorting } from '../../ui/table.tsx'
import styles from './filters.module.css'

/** The largest number of characters of a filter. */
const LONGEST = 100

/** Milliseconds after the last keystroke until the list is requested. */
const PAUSE = 250

/**
 * The row above a list with its search box and filters.
 * @param status how many rows the list has; announced when it changes
 */
export function Filters({ children, status }: { children: ReactNode; status?: ReactNode }) {
  return (
    <div className={`flex gap-2 ${styles.bar}`}>
      <search className={styles.filters}>
        <form onSubmit={(event) => event.preventDefault()}>{children}</form>
      </search>
      {status === undefined ? null : <p role="status">{status}</p>}
    </div>
  )
}

/**
 * Reads one parameter of the URL's query string. The setter changes it and goes to the first page of the list at
 * `base`.
 */
export function useFilter(name: string, base: string): [string, (value: string) => void] {
  const [params] = useSearchParams()
  const change = useChangeFilter(base)
  // A bookmark may have a longer text than the search takes.
  return [(params.get(name) ?? '').slice(0, LONGEST), (value) => change(name, value)]
}

/** The id in a parameter of the URL; undefined if there is none or if it is not valid. */
export function useIdFilter(name: string, base: string): string | undefined {
  const [text] = useFilter(name, base)
  return isId(text) ? text : undefined
}

function useChangeFilter(base: string) {
  const navigate = useNavigate()
  return (name: string, value: string) => {
    const next = new URLSearchParams(
      pending?.at === window.location.href ? pending.search : window.location.search,
    )
    if (value) next.set(name, value)
    else next.delete(name)
    next.delete(PAGE)
    pending = { at: window.location.href, search: next.toString() }
    // The current page number belongs to the previous filters, so the first page is shown.
    void navigate({ pathname: base, search: pending.search }, { replace: true, preventScrollReset: true })
  }
}

/** The parameter with the page, for a list that has the page in its query string. */
const PAGE = 'page'

/**
 * The latest query string while the URL does not have it yet, because a second change may come before the first
 * navigation ends.
 */
let pending: { at: string; search: string } | undefined

/** Writes the search text into the URL after a pause, so that typing a name causes one request and not ten. */
export function SearchBox({ label, base, name = 'q' }: { label: string; base: string; name?: string }) {
  const [current, setCurrent] = useFilter(name, base)
  const [typed, setTyped] = useState(current)
  const [seen, setSeen] = useState(current)
  const [setHere, rememberSetHere] = useState(current)
  if (current !== seen) {
    setSeen(current)
    // The box shows the text of the URL after Back and Forward, but not after a change from the box itself, because the
    // user may have typed more by then.
    if (current !== setHere) setTyped(current)
  }
  useEffect(() => {
    const text = typed.trim()
    if (text === current) return
    const timer = setTimeout(() => {
      rememberSetHere(text)
      setCurrent(text)
    }, PAUSE)
    return () => clearTimeout(timer)
  })
  return (
    <input
      type="search"
      className={styles.search}
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={LONGEST}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

/** A select box for one filter. The first option has an empty value and means no filter. */
export function Choice({
  label,
  base,
  name,
  options,
}: {
  label: string
  base: string
  name: string
  /** Labels by value. */
  options: Record<string, string>
}) {
  const [chosen, choose] = useFilter(name, base)
  return (
    <Select
      className={styles.choice}
      aria-label={label}
      value={chosen}
      onChange={(event) => choose(event.target.value)}
    >
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  )
}

const ROWS = 'rows'
/** A list of the desk shows more rows than the API gives by itself. */
const DEFAULT_ROWS = '25'

type Direction = 'asc' | 'desc'

/**
 * The number of rows in the URL, and how the list is sorted, as its query needs them and as its table shows them.
 * @param sorts the columns by which the list can be sorted, each with its first direction
 * @param initial the column by which it is sorted without a choice; nothing if that is no column
 */
export function useListOrder<Sort extends string>(
  base: string,
  sorts: Record<Sort, Direction>,
  initial?: NoInfer<Sort>,
) {
  const [rows] = useFilter(ROWS, base)
  const [sorted] = useFilter('sort', base)
  const [given] = useFilter('order', base)
  const { search } = useLocation()
  const sort = (Object.keys(sorts) as Sort[]).find((each) => each === sorted)
  const order: Direction = given === 'asc' ? 'asc' : 'desc'
  const pageSize = PAGE_SIZES.find((size) => size === rows) ?? DEFAULT_ROWS
  const shown = sort ?? initial
  const shownOrder: Direction = sort || !initial ? order : (sorts as Record<string, Direction>)[initial]!
  const to: Sorting['to'] = (name, way) => {
    const query = new URLSearchParams(search)
    for (const each of ['sort', 'order', PAGE]) query.delete(each)
    if (name === undefined) return `${base}?${query}`
    query.set('sort', name)
    query.set('order', way ?? (name === shown ? OPPOSITE[shownOrder] : sorts[name as Sort]))
    return `${base}?${query}`
  }
  return {
    query: { pageSize: Number(pageSize), sort, order: sort && order },
    sorting: { sort: shown, order: shownOrder, hasUsual: initial === undefined, to },
  }
}

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const

/** How many rows a page of the list has. */
export function RowsChoice({ base }: { base: string }) {
  const options = PAGE_SIZES.map((size) => [size === DEFAULT_ROWS ? '' : size, `${size} rows`])
  return <Choice label="Rows" base={base} name={ROWS} options={Object.fromEntries(options)} />
}

/** The page number in the URL; 1 if there is none or if it is not valid. */
export function usePageNumber(): number {
  const { pageNumber = '' } = useParams()
  return pageIn(pageNumber)
}

function pageIn(text: string): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}

/** The page in the query string; 1 if there is none or if it is not valid. And the URLs of the pages with the current filters. */
export function usePageInQuery(base: string): { page: number; to: (page: number) => string } {
  const { search } = useLocation()
  const asked = new URLSearchParams(search).get(PAGE) ?? ''
  const to = (page: number) => {
    const query = new URLSearchParams(search)
    if (page === 1) query.delete(PAGE)
    else query.set(PAGE, String(page))
    return `${base}?${query}`
  }
  return { page: pageIn(asked), to }
}

/** The URLs of a list's pages, with the current filters: `/admin/orderlist/2?q=ann`. */
export function usePageLinks(base: string): (page: number) => string {
  const { search } = useLocation()
  return (page) => `${page === 1 ? base : `${base}/${page}`}${search}`
}
