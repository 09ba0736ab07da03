import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readFilters, type Chosen, type FilterName } from '#shared/product-filters.ts'
import { pathOf, type ListAddress } from './list-address.ts'

/**
 * The input that the visitor changed last. A change on page 2 leads to page 1, which is another route: its form gets the
 * focus back.
 */
let lastChanged: string | null = null

/**
 * The form of a list's filters and order. Every change is applied at once, and stays at the same place of the page. The
 * inputs are not controlled: a choice that was made before the page was hydrated is kept, and then applied.
 */
export function useFilterForm(address: ListAddress) {
  const form = useRef<HTMLFormElement>(null)
  const details = useRef<HTMLDetailsElement>(null)
  const navigate = useNavigate()
  const [isOpen] = useState(lastChanged !== null)
  const go = (chosen: Chosen) =>
    void navigate(pathOf({ ...address, page: 1, chosen }), { preventScrollReset: true })
  useChange(form, go)
  useInputsFromUrl(form)
  useEffect(() => {
    if (lastChanged === null) return
    const id = lastChanged
    // After the layout has moved the focus to the heading of the new page.
    const frame = requestAnimationFrame(() => {
      lastChanged = null
      const input = document.getElementById(id)
      if (input && input !== document.activeElement) input.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  })
  return {
    form,
    details,
    isOpen,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      // Every change was applied, so the button only shows the products.
      if (details.current) details.current.open = false
      const found = document.getElementById('found')
      found?.focus({ preventScroll: true })
      found?.scrollIntoView({ block: 'start' })
    },
  }
}

/** Calls `go` with the chosen filters after each change. React's `onChange` of a checkbox does not see repeated changes. */
function useChange(form: RefObject<HTMLFormElement | null>, go: (chosen: Chosen) => void): void {
  useEffect(() => {
    const element = form.current
    if (!element) return
    const onChange = ({ target }: Event) => {
      lastChanged = (target as HTMLElement).id
      go(readFilters(queryOf(element)))
    }
    element.addEventListener('change', onChange)
    return () => element.removeEventListener('change', onChange)
  })
}

function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.append(name, value)
  return query
}

/** Sets the inputs to the filters of the URL, after Back and after a filter was removed outside of the form. */
function useInputsFromUrl(form: RefObject<HTMLFormElement | null>): void {
  const { search } = useLocation()
  const shown = useRef(search)
  useEffect(() => {
    if (shown.current === search) return
    shown.current = search
    const { values, sort = '' } = readFilters(new URLSearchParams(search))
    for (const input of form.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])
      input.checked = values[input.name as FilterName]?.includes(input.value) ?? false
    const select = form.current?.querySelector('select')
    if (select) select.value = sort
  }, [form, search])
}
