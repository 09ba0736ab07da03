import { useEffect, useRef } from 'react'
import type { Address } from '#shared/address.ts'
import { Button } from '../../ui/button.tsx'
import styles from './suggested-address.module.css'
import type { Suggestion } from './use-shipping.ts'

type Props = { suggestion: Suggestion; busy: boolean; choose: (address: Address) => void }

/** The carrier writes the address differently: the buyer says which one is right. */
export function SuggestedAddress({ suggestion: { typed, corrected }, busy, choose }: Props) {
  const headRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => headRef.current?.focus(), [])
  return (
    <section className={styles.suggestion} aria-labelledby="did-you-mean">
      <h2 id="did-you-mean" ref={headRef} tabIndex={-1}>
        Did you mean
      </h2>
      <div className={styles.pair}>
        <Choice title="As the carrier writes it" address={corrected} other={typed}>
          <Button busy={busy} onClick={() => choose(corrected)}>
            Use this address
          </Button>
        </Choice>
        <Choice title="As you typed it" address={typed} other={null}>
          <Button look="line" busy={busy} onClick={() => choose(typed)}>
            Keep mine
          </Button>
        </Choice>
      </div>
    </section>
  )
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
    <div className={styles.choice}>
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
