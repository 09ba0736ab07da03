/**
 * The filters of a list. They are in the URL, so that the Back button, a reload and a second tab show the same list.
 */
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { isId } from '#shared/kernel/id.ts'
import { Select } from '../ui/field.tsx'
import styles from './filters.module.css'

/** Milliseconds after the last keystroke until the list is requested. */
const PAUSE = 250

/** The row above a list with its search box and filters. */
export function Filters({ children }: { children: ReactNode }) {
  return (
    <search className={styles.filters}>
      <form onSubmit={(event) => event.preventDefault()}>{children}</form>
    </search>
  )
}

/**
 * Reads one parameter of the URL's query string. The setter changes it and goes to the first page of the list at
 * `base`.
 */
export function useFilter(name: string, base: string): [string, (value: string) => void] {
  const [params] = useSearchParams()
  const change = useChangeFilter(base)
  return [params.get(name) ?? '', (value) => change(name, value)]
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
    pending = { at: window.location.href, search: next.toString() }
    // The current page number belongs to the previous filters, so the first page is shown.
    void navigate({ pathname: base, search: pending.search }, { replace: true, preventScrollReset: true })
  }
}

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
      maxLength={100}
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

/** The page number in the URL; 1 if there is none or if it is not valid. */
export function usePageNumber(): number {
  const { pageNumber = '' } = useParams()
  return /^[1-9]\d{0,5}$/.test(pageNumber) ? Number(pageNumber) : 1
}

/** The URLs of a list's pages, with the current filters: `/admin/orderlist/2?q=ann`. */
export function usePageLinks(base: string): (page: number) => string {
  const { search } = useLocation()
  return (page) => `${page === 1 ? base : `${base}/${page}`}${search}`
}
