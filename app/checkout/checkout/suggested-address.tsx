import { useEffect, useRef } from 'react'
import type { Address } from '#shared/platform/address.ts'
import { relevantDifferences, type AddressPart } from '#shared/platform/address-difference.ts'
import { Button } from '#app/platform/ui/button.tsx'
import styles from './delivery.module.css'
import type { Suggestion } from './use-shipping.ts'

type Props = { suggestion: Suggestion; busy: boolean; choose: (address: Address) => void }

/** Lets the buyer choose an address if the carrier corrected the typed address or says that it is incomplete. */
export function SuggestedAddress({ suggestion: { typed, corrected, messages }, busy, choose }: Props) {
  const headRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => headRef.current?.focus(), [])
  return (
    <section className="stack-2" aria-labelledby="did-you-mean">
      <h2 id="did-you-mean" ref={headRef} tabIndex={-1}>
        {corrected ? 'Did you mean' : 'Is the address complete?'}
      </h2>
      {corrected ? <p>The carrier writes {differences(typed, corrected)} differently.</p> : null}
      {messages.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div className="stack-2 halves-36">
        {corrected ? (
          <Choice title="As the carrier writes it" address={corrected} other={typed}>
            <Button busy={busy} onClick={() => choose(corrected)}>
              Use this address
            </Button>
          </Choice>
        ) : null}
        <Choice title="As you typed it" address={typed} other={null}>
          <Button look="line" busy={busy} onClick={() => choose(typed)}>
            Keep mine
          </Button>
        </Choice>
      </div>
      {corrected ? null : <p>Or complete the address above.</p>}
    </section>
  )
}

const NAMES: Record<AddressPart, string> = {
  number: 'the number',
  street: 'the street',
  unit: 'the unit',
  city: 'the city',
  state: 'the state',
  zip: 'the postal code',
}

/** The names of the parts that differ: `the street and the city`. */
function differences(typed: Address, corrected: Address): string {
  const names = relevantDifferences(typed, corrected).map((part) => NAMES[part])
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'it')
}

type ChoiceProps = { title: string; address: Address; other: Address | null; children: React.ReactNode }

function Choice({ title, address, other, children }: ChoiceProps) {
  const part = (field: keyof Address) =>
    other && other[field] !== address[field] ? (
      <mark className={styles.changed}>{address[field]}</mark>
    ) : (
      address[field]
    )
  return (
    <div className={`stack-2 pad-3 box mat ${styles.suggested}`}>
      <h3>{title}</h3>
      <address>
        {part('address')}
        <br />
        {address.address2 ? (
          <>
            {part('address2')}
            <br />
          </>
        ) : null}
        {part('city')}, {part('state')} {part('postalCode')}
      </address>
      {children}
    </div>
  )
}
