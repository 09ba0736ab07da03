import { useId, useRef } from 'react'
import type { MapAddress, MapSuggestion } from '#shared/checkout/api/maps.ts'
import { counted } from '#shared/kernel/counts.ts'
import styles from './address-search.module.css'
import { searchPlaceholder } from './search-placeholder.ts'
import { useAddressBox } from './use-address-box.ts'
import type { Answer } from './use-suggestions.ts'

/** A search box with address suggestions. `onFound` fills the form. The form also works without this box. */
export function AddressSearch({ onFound }: { onFound: (found: MapAddress) => void }) {
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
