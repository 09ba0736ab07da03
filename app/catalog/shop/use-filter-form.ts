import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readFilters, type Chosen, type FilterName } from '#shared/platform/product-filters.ts'
import { pathOf, type ListAddress } from './list-address.ts'

/**
 * The input that the visitor changed last, and the address of the list after the change. A change on page 2 opens page
 * 1, which is another route: the layout moves the focus to the heading, and the form is created again. The form then
 * moves the focus back to the input, and opens the filters again.
 */
let lastChange: { id: string; to: string } | null = null

/** Whether the latest change was in this filter, so that the focus comes back to it. */
export function isChanging(name: FilterName): boolean {
  return lastChange?.id.startsWith(`${name}-`) ?? false
}

/**
 * The form with the filters and the sort order of a list. Every change is applied at once, and the page does not
 * scroll. The inputs are not controlled, so a choice that was made before the page was hydrated is kept and then
 * applied.
 */
export function useFilterForm(address: ListAddress) {
  const form = useRef<HTMLFormElement>(null)
  const details = useRef<HTMLDetailsElement>(null)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const shown = pathname + search
  const [isOpen] = useState(() => lastChange?.to === shown)
  useChange(form, (id, chosen) => {
    const to = pathOf({ ...address, page: 1, chosen })
    lastChange = { id, to }
    void navigate(to, { preventScrollReset: true })
  })
  useInputsFromUrl(form)
  useEffect(() => {
    if (lastChange?.to !== shown) return
    const { id } = lastChange
    // Waits until the layout has moved the focus.
    const frame = requestAnimationFrame(() => {
      lastChange = null
      if (!form.current?.contains(document.activeElement))
        document.getElementById(id)?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [shown])
  return {
    form,
    details,
    /** Whether the filters were open before the change that led here. */
    isOpen,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      // Every change has already been applied, so the button only closes the filters and shows the products.
      if (details.current) details.current.open = false
      const found = document.getElementById('found')
      found?.focus({ preventScroll: true })
      found?.scrollIntoView({ block: 'start' })
    },
  }
}

/**
 * Calls `apply` with the id of the changed input and the chosen filters. React's `onChange` of a checkbox does not see
 * the changes that are repeated after hydration (hydrate-on-input.tsx).
 */
function useChange(
  form: RefObject<HTMLFormElement | null>,
  apply: (id: string, chosen: Chosen) => void,
): void {
  useEffect(() => {
    const element = form.current
    if (!element) return
    const onChange = ({ target }: Event) => apply((target as HTMLElement).id, readFilters(queryOf(element)))
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
