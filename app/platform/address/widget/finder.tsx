/** The address widget of /shipping, loaded after hydration: the search box and, after a result, the map. */
import type { Address } from '#shared/platform/address.ts'
import { isSameBuilding } from '#shared/platform/address-difference.ts'
import type { MapAddress, MapSuggestion } from '#shared/checkout/api/maps.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { toFormAddress } from './form-address.ts'
import { Minimap } from './minimap.tsx'
import { report } from './report.ts'
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { counted } from '#shared/kernel/counts.ts'
import styles from './address-search.module.css'
import { searchPlaceholder } from './search-placeholder.ts'
import { type Answer, useSuggestions } from './use-suggestions.ts'
import { zoomOf, type View } from './view.ts'

export default function AddressFinder({
  typed,
  found,
  onFound,
}: {
  /** The current values of the form. */
  typed: Address
  /** The last result. Its map is shown while the form has the same address. */
  found: MapAddress | null
  onFound: (found: MapAddress) => void
}) {
  const isShown = found !== null && isSameBuilding(toFormAddress(found), typed)
  return (
    <>
      <AddressSearch onFound={onFound} />
      {isShown ? (
        <Minimap
          key={found.full_address}
          at={found.coordinates}
          label={found.address_line1}
          credits={found}
          onMoved={(to) => {
            onFound({ ...found, coordinates: to })
            toast.success('The pin was moved')
            void report(found, { change: { location: to }, label: 'address_minimap' })
          }}
        />
      ) : null}
    </>
  )
}

/** A search box with address suggestions. `onFound` fills the form. The form also works without this box. */
function AddressSearch({ onFound }: { onFound: (found: MapAddress) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const box = useAddressBox(onFound, input)
  const { text, answer, found, active } = box
  const id = useId()
  return (
    <div className={styles.search}>
      <label htmlFor={id} className={styles.label}>
        Find your address
      </label>
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        className={styles.input}
        placeholder={searchPlaceholder(navigator.language)}
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={`${id}-status`}
        onChange={(event) => box.change(event.target.value)}
        onFocus={() => text === '' && box.change('')}
        onBlur={box.close}
        onKeyDown={box.press}
      />
      <Suggestions id={id} found={found} active={active} choose={(chosen) => void box.choose(chosen)} />
      <p id={`${id}-status`} role="status" className={styles.status}>
        {box.status || statusText(answer)}
      </p>
    </div>
  )
}

function Suggestions({
  id,
  found,
  active,
  choose,
}: {
  id: string
  found: MapSuggestion[]
  active: number
  choose: (suggestion: MapSuggestion) => void
}) {
  return (
    <div className={`box mat ${styles.list}`} hidden={found.length === 0}>
      <div id={`${id}-list`} role="listbox" aria-label="Addresses">
        {found.map((suggestion, index) => (
          // The input handles the keys and sets aria-activedescendant. Screen readers may send a click.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={suggestion.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            // Keeps the focus in the input: otherwise the list would close before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(suggestion)}
          >
            <span>{suggestion.name}</span>
            <span className={styles.place}>{suggestion.place}</span>
          </div>
        ))}
      </div>
      <p className={`rule-soft soft ${styles.credit}`}>Powered by Mapbox</p>
    </div>
  )
}

/** The texts are the same as in Mapbox's own widget (test/SPEC.md, Address widget). */
function statusText(answer: Answer): string {
  if (answer.state === 'short') return 'Type in 2 or more characters for results.'
  if (answer.state === 'failed')
    return 'Address search is not available right now. Please type the address below'
  if (answer.state === 'idle') return ''
  const count = answer.suggestions.length
  if (count === 0) return 'No search results.'
  return `${counted(count, 'address', 'addresses')}. Use the arrow keys`
}

// The behavior of the search box: its text, the active suggestion, and what happens when one is chosen.

/** @param onFound gets the address of a chosen suggestion */
function useAddressBox(onFound: (found: MapAddress) => void, input: RefObject<HTMLInputElement | null>) {
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
