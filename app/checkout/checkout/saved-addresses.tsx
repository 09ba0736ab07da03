import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { isSameAddress } from '#shared/platform/address-difference.ts'
import { addresses, type SavedAddress } from '#shared/checkout/api/addresses.ts'
import { counted } from '#shared/kernel/counts.ts'
import { readDraft } from '#app/platform/address/use-address-form.ts'
import { ask } from '#app/platform/api/query.ts'
import { addressOf, quoteOf, type Cart } from '#app/platform/cart/cart.ts'
import { getDeliveryDetails, saveDeliveryDetails } from '#app/platform/cart/delivery-details.ts'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Loading, SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import styles from './delivery.module.css'

/** Loads the addresses of a signed-in user. If that fails, the buyer can still type an address. */
export function WithSavedAddresses({
  isGuest,
  children,
}: {
  isGuest: boolean
  children: (saved: SavedAddress[]) => ReactNode
}) {
  const list = useQuery(ask(addresses.list, {}))
  if (isGuest) return children([])
  if (list.isPending) {
    return (
      <>
        <Loading what="Loading your addresses" />
        <SkeletonLines count={4} height="4.25rem" />
      </>
    )
  }
  return (
    <>
      {list.isError && !list.data ? <LoadError error={list.error} retry={list.refetch} /> : null}
      {children(list.data?.addresses ?? [])}
    </>
  )
}

export type AddressChoice = ReturnType<typeof useAddressChoice>

/** The saved address that the buyer chose. `chosen` is null if the buyer types another address. */
export function useAddressChoice(saved: SavedAddress[], cart: Cart) {
  const [id, setId] = useState<string | null>(() => firstChoice(saved, cart)?._id ?? null)
  const chosen = saved.find(({ _id }) => _id === id) ?? null
  const choose = (next: string | null) => {
    // A different address is for a different recipient.
    if (next === null && chosen) saveDeliveryDetails({ recipient: null, phone: '' })
    setId(next)
  }
  return { saved, chosen, choose }
}

/**
 * The address that is chosen at first: the address in the cart if the buyer comes back, otherwise the default address
 * or the one that was used last. Null if the buyer has typed another address.
 */
function firstChoice(saved: SavedAddress[], cart: Cart): SavedAddress | null {
  if (saved.length === 0 || readDraft()) return null
  const inCart = savedInCart(saved, cart)
  if (quoteOf(cart) && addressOf(cart)) return inCart
  return saved.find(({ isDefault }) => isDefault) ?? saved[0]!
}

/** The saved address that equals the address in the cart; null if there is none. */
export function savedInCart(saved: SavedAddress[], cart: Cart): SavedAddress | null {
  const address = addressOf(cart)
  const { recipient } = getDeliveryDetails()
  const same = saved.filter((each) => address !== null && isSameAddress(each, address))
  return same.find((each) => each.recipient === recipient) ?? same[0] ?? null
}

/** The number of addresses that are shown at first, so that the button below them is not far away on a phone. */
const SHOWN = 4

/** The saved addresses as radio buttons, most recently used first. */
export function SavedAddresses({ choice: { saved, chosen, choose } }: { choice: AddressChoice }) {
  const rest = saved.slice(SHOWN)
  const [isRestOpen, setRestOpen] = useState(chosen !== null && rest.includes(chosen))
  if (saved.length === 0) return null
  const choiceOf = (each: SavedAddress) => (
    <Choice key={each._id} checked={each === chosen} onChoose={() => choose(each._id)}>
      <span className={`facts-line ${styles.name}`}>
        {each.recipient}
        {each.label ? <span className={styles.savedLabel}>{each.label}</span> : null}
      </span>
      <span>{withUnitInOneLine(each)}</span>
    </Choice>
  )
  return (
    <fieldset className={`${styles.radios} ${styles.saved}`}>
      <legend>Ship to</legend>
      <div className="stack-1">
        {saved.slice(0, SHOWN).map(choiceOf)}
        {rest.length > 0 ? (
          <Disclosure
            summary={counted(rest.length, 'more address', 'more addresses')}
            open={isRestOpen}
            onToggle={({ currentTarget }) => setRestOpen(currentTarget.open)}
          >
            <div className="stack-1">{rest.map(choiceOf)}</div>
          </Disclosure>
        ) : null}
        <Choice checked={chosen === null} onChoose={() => choose(null)}>
          <span className={`facts-line ${styles.name}`}>Use another address</span>
        </Choice>
      </div>
      <p className="above-1">
        <Link to="/profile/addresses" className="reach">
          Edit your addresses
        </Link>
      </p>
    </fieldset>
  )
}

function Choice({
  checked,
  onChoose,
  children,
}: {
  checked: boolean
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <label className={`${styles.radio} ${styles.address}`}>
      <input type="radio" name="savedAddress" checked={checked} onChange={onChoose} />
      <span className={`grid may-shrink break-words ${styles.savedText}`}>{children}</span>
    </label>
  )
}

function withUnitInOneLine({ address, address2, city, state, postalCode }: SavedAddress): string {
  return [address, address2, city, `${state} ${postalCode}`].filter(Boolean).join(', ')
}
