import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { MAX_ADDRESSES, addresses, type SavedAddress } from '#shared/checkout/api/addresses.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatPhone } from '#shared/kernel/phone.ts'
import { useChange } from '#app/platform/ui/use-change.ts'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { ask } from '#app/platform/api/query.ts'
import { AddressLines } from '#app/platform/orders/address-lines.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import styles from '#app/platform/account-forms/addresses.module.css'
import { ProfilePage } from '#app/platform/account-forms/profile-page.tsx'
import { call } from '#app/platform/api/call.ts'
import { AddressForm } from './address-form.tsx'

/**
 * The address book. The id of the address whose form is open, or `new`, is in the URL (`?edit=`), so that Back closes
 * the form.
 */
export default function Addresses() {
  return <ProfilePage title="Your addresses">{(user) => <AddressBook name={user.name} />}</ProfilePage>
}

function AddressBook({ name }: { name: string }) {
  const list = useQuery(ask(addresses.list, {}))
  const [query, setQuery] = useSearchParams()
  const [wasOpen, setWasOpen] = useState(false)
  const edited = query.get('edit')
  // Changes the form’s key, so that the form is rendered again.
  const [opened, setOpened] = useState(0)
  // After a failed refresh, the page still shows the old data and an open form.
  if (!list.data) return <NotLoaded of={list} what="your addresses" lines={3} />
  const saved = list.data.addresses
  const close = () => {
    setWasOpen(true)
    setQuery({}, { replace: true })
  }
  const open = saved.find(({ _id }) => _id === edited)
  if (open || (edited === 'new' && saved.length < MAX_ADDRESSES)) {
    const props = {
      name,
      onClose: close,
      onReload: () => void list.refetch().then(() => setOpened(opened + 1)),
    }
    return <AddressForm key={`${edited} ${opened}`} {...props} {...(open ? { saved: open } : {})} />
  }
  return (
    <>
      <Count of={saved.length} isFocused={wasOpen} />
      {saved.length === 0 ? (
        <p>When you place an order, its address is saved here for your next order on any device.</p>
      ) : (
        <ul className={`stack-3 ${styles.list}`}>
          {saved.map((each) => (
            <Saved key={each._id} of={each} />
          ))}
        </ul>
      )}
      {saved.length < MAX_ADDRESSES ? (
        <p>
          <ButtonLink look="line" to="?edit=new">
            Add an address
          </ButtonLink>
        </p>
      ) : (
        <p>You have {MAX_ADDRESSES} addresses, which is the maximum. Delete one to add another.</p>
      )}
    </>
  )
}

/** The heading of the list. It gets the focus after the form was closed. */
function Count({ of: count, isFocused }: { of: number; isFocused: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocused) heading.current?.focus()
  }, [isFocused])
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.count}>
      {count === 0 ? 'No saved addresses yet' : counted(count, 'saved address', 'saved addresses')}
    </h2>
  )
}

function Saved({ of: saved }: { of: SavedAddress }) {
  const { remove, makeDefault, isBusy } = useAddressChanges(saved)
  const what = `${saved.recipient}, ${saved.address}`
  return (
    <li className={`stack-2 ${styles.address}`}>
      <div className="stack-1">
        {saved.label || saved.isDefault ? (
          <p className={`flex wraps align-baseline ${styles.label}`}>
            {saved.label}
            {saved.isDefault ? <span className={styles.mark}>Default</span> : null}
          </p>
        ) : null}
        <AddressLines name={saved.recipient} address={saved} />
        {saved.phone ? <p>Phone {formatPhone(saved.phone)}</p> : null}
      </div>
      <div className="row-0-3 align-middle">
        <ButtonLink look="quiet" to={`?edit=${saved._id}`} aria-label={`Edit ${what}`}>
          Edit
        </ButtonLink>
        {saved.isDefault ? null : (
          <Button look="quiet" busy={isBusy} onClick={makeDefault} aria-label={`Make default: ${what}`}>
            Make default
          </Button>
        )}
        <Button look="quiet" busy={isBusy} onClick={remove} aria-label={`Delete ${what}`}>
          Delete
        </Button>
      </div>
    </li>
  )
}

/**
 * Deletes a saved address or makes it the default. Then fetches the list, which also shows changes from other devices.
 */
function useAddressChanges({ usedAt: _usedAt, _id: id, ...saved }: SavedAddress) {
  const removing = useChange(
    () => call(addresses.remove, { params: { id }, query: { version: String(saved.version) } }),
    'addresses',
  )
  const defaulting = useChange(async () => {
    await call(addresses.update, { params: { id }, body: { ...saved, isDefault: true } })
    return { message: 'Your checkout starts with this address now' }
  }, 'addresses')
  return {
    remove: () => {
      if (window.confirm('Are you sure?')) removing.mutate()
    },
    makeDefault: () => defaulting.mutate(),
    isBusy: removing.isPending || defaulting.isPending,
  }
}
