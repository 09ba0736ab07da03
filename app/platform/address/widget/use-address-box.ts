/** The behavior of the search box: its text, the active suggestion, and what happens when one is chosen. */
import { useState, type KeyboardEvent, type RefObject } from 'react'
import type { MapAddress, MapSuggestion } from '#shared/checkout/api/maps.ts'
import { useSuggestions } from './use-suggestions.ts'
import { zoomOf, type View } from './view.ts'

/** @param onFound gets the address of a chosen suggestion */
export function useAddressBox(
  onFound: (found: MapAddress) => void,
  input: RefObject<HTMLInputElement | null>,
) {
  const [view, setView] = useState<View | null>(null)
  const { text, answer, type, retrieve, close } = useSuggestions(view)
  const [active, setActive] = useState(-1)
  const [status, setStatus] = useState('')
  const found = answer.state === 'found' ? answer.suggestions : []

  const change = (typed: string) => {
    setActive(-1)
    setStatus('')
    type(typed)
  }

  const choose = async (suggestion: MapSuggestion) => {
    setActive(-1)
    if (suggestion.accuracy === 'street') {
      // The suggested street has no house number yet. Puts the cursor before the street's name.
      change(` ${suggestion.name}`)
      setStatus('Add the house number')
      input.current?.focus()
      requestAnimationFrame(() => input.current?.setSelectionRange(0, 0))
      return
    }
    try {
      const address = await retrieve(suggestion)
      setView({ center: address.coordinates, zoom: zoomOf(suggestion.accuracy) })
      change('')
      close()
      setStatus('The address is filled in below')
      onFound(address)
    } catch {
      setStatus('That address could not be fetched. Please type it below')
    }
  }

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) {
      event.preventDefault()
      // The arrow keys also reach the position -1, where no suggestion is active.
      setActive(((active + 1 + step + found.length + 1) % (found.length + 1)) - 1)
    } else if (event.key === 'Enter') {
      // Enter in this input must not submit the whole form.
      event.preventDefault()
      const chosen = found[active] ?? (found.length === 1 ? found[0] : undefined)
      if (chosen) void choose(chosen)
    } else if (event.key === 'Escape' && answer.state !== 'idle') {
      event.preventDefault()
      close()
    }
  }

  return { text, answer, found, active, status, change, choose, press, close }
}
