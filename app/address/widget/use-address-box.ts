/** The search box's behaviour: what is typed, which suggestion the arrows are at, what becomes of the chosen one. */
import { useState, type KeyboardEvent, type RefObject } from 'react'
import type { MapAddress, MapSuggestion } from '#shared/api/maps.ts'
import { useSuggestions } from './use-suggestions.ts'
import { zoomOf, type View } from './view.ts'

export function useAddressBox(
  onFound: (found: MapAddress) => void,
  input: RefObject<HTMLInputElement | null>,
) {
  const [view, setView] = useState<View | null>(null)
  const { text, answer, type, retrieve, close } = useSuggestions(view)
  const [active, setActive] = useState(-1)
  const [told, setTold] = useState('')
  const found = answer.state === 'found' ? answer.suggestions : []

  const change = (typed: string) => {
    setActive(-1)
    setTold('')
    type(typed)
  }

  const choose = async (suggestion: MapSuggestion) => {
    setActive(-1)
    if (suggestion.accuracy === 'street') {
      // A street is not yet an address: its number goes in front.
      change(` ${suggestion.name}`)
      setTold('Add the house number')
      input.current?.focus()
      requestAnimationFrame(() => input.current?.setSelectionRange(0, 0))
      return
    }
    try {
      const address = await retrieve(suggestion)
      setView({ center: address.coordinates, zoom: zoomOf(suggestion.accuracy) })
      change('')
      close()
      setTold('The address is filled in below')
      onFound(address)
    } catch {
      setTold('That address could not be fetched. Please type it below')
    }
  }

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) {
      event.preventDefault()
      // One place more than there are suggestions: the box itself, where nothing is chosen.
      setActive(((active + 1 + step + found.length + 1) % (found.length + 1)) - 1)
    } else if (event.key === 'Enter') {
      // Enter in this box must not send the whole form.
      event.preventDefault()
      const chosen = found[active] ?? (found.length === 1 ? found[0] : undefined)
      if (chosen) void choose(chosen)
    } else if (event.key === 'Escape' && answer.state !== 'idle') {
      event.preventDefault()
      close()
    }
  }

  return { text, answer, found, active, told, change, choose, press, close }
}
