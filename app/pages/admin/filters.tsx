/** What a list is narrowed by. It stands in the address, so that Back, reload and a second tab keep it. */
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { isId } from '#shared/id.ts'
import { Select } from '../../ui/field.tsx'
import styles from './filters.module.css'

/** How long after the last key the list is asked for. */
const PAUSE = 250

/** The row above a list that holds its search box and choices. */
export function Filters({ children }: { children: ReactNode }) {
  return (
    <search className={styles.filters}>
      <form onSubmit={(event) => event.preventDefault()}>{children}</form>
    </search>
  )
}

/** Reads one word of the address's query string, and changes it: back to the first page at `base`. */
export function useFilter(name: string, base: string): [string, (value: string) => void] {
  const [params] = useSearchParams()
  const change = useChangeAddress(base)
  return [params.get(name) ?? '', (value) => change(name, value)]
}

/** The id of the one thing that the address narrows a list to; undefined where it names none that could be one. */
export function useIdFilter(name: string, base: string): string | undefined {
  const [text] = useFilter(name, base)
  return isId(text) ? text : undefined
}

function useChangeAddress(base: string) {
  const navigate = useNavigate()
  return (name: string, value: string) => {
    const next = new URLSearchParams(
      pending?.at === window.location.href ? pending.search : window.location.search,
    )
    if (value) next.set(name, value)
    else next.delete(name)
    pending = { at: window.location.href, search: next.toString() }
    // A page number belongs to the list as it was, so the first page is shown.
    void navigate({ pathname: base, search: pending.search }, { replace: true, preventScrollReset: true })
  }
}

/** What was asked for and does not stand in the address yet: two choices may come before the first is drawn. */
let pending: { at: string; search: string } | undefined

/** Types into the address after a pause, so that a name costs one question and not ten. */
export function SearchBox({ label, base, name = 'q' }: { label: string; base: string; name?: string }) {
  const [asked, ask] = useFilter(name, base)
  const [typed, setTyped] = useState(asked)
  const [seen, setSeen] = useState(asked)
  const [askedHere, setAskedHere] = useState(asked)
  if (asked !== seen) {
    setSeen(asked)
    // Back and Forward change what stands in the box; its own question does not, or it would eat the next key.
    if (asked !== askedHere) setTyped(asked)
  }
  useEffect(() => {
    const words = typed.trim()
    if (words === asked) return
    const timer = setTimeout(() => {
      setAskedHere(words)
      ask(words)
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

/** One of a few; the empty value, which is first, stands for all. */
export function Choice({
  label,
  base,
  name,
  options,
}: {
  label: string
  base: string
  name: string
  /** value -> what it says */
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

/** The page that the address names; the first, where it names none that a list could have. */
export function usePageNumber(): number {
  const { pageNumber = '' } = useParams()
  return /^[1-9]\d{0,5}$/.test(pageNumber) ? Number(pageNumber) : 1
}

/** Addresses of a list's pages that keep the filters: `/admin/orderlist/2?q=ann`. */
export function usePageLinks(base: string): (page: number) => string {
  const { search } = useLocation()
  return (page) => `${page === 1 ? base : `${base}/${page}`}${search}`
}
