import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { passkeys, type Passkey } from '#shared/people/api/passkeys.ts'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import cards from '#app/platform/account-forms/addresses.module.css'
import { signalAccepted } from '#app/platform/account-forms/passkey-signals.ts'
import { useChange } from '#app/platform/ui/use-change.ts'
import { useNeedsConfirmedEmail } from './before-passkeys.tsx'
import styles from './security.module.css'

/** The passkeys of the account. */
export function Passkeys() {
  const answer = useQuery(ask(passkeys.list, {}))
  const { data } = answer
  // Also after a removal on another device.
  useEffect(() => void (data && signalAccepted(data)), [data])
  return (
    <section className={`stack-3 packed may-shrink ${styles.group}`} aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>
        A passkey signs you in with your fingerprint, face or PIN, without the password. It stays on your
        device or in your password manager.
      </p>
      {answer.data ? (
        <List of={answer.data.passkeys} />
      ) : (
        <NotLoaded of={answer} what="your passkeys" lines={1} />
      )}
    </section>
  )
}

function List({ of: saved }: { of: Passkey[] }) {
  const mustConfirm = useNeedsConfirmedEmail()
  const add = useChange(addPasskey, 'passkeys', 'factors', 'users')
  return (
    <>
      {saved.length > 0 ? (
        <ul className={`stack-3 ${cards.list}`}>
          {saved.map((passkey) => (
            <Saved key={passkey._id} of={passkey} />
          ))}
        </ul>
      ) : null}
      {mustConfirm ? null : (
        <p>
          <Button look="line" busy={add.isPending} onClick={() => add.mutate()}>
            Add a passkey
          </Button>
        </p>
      )}
    </>
  )
}

async function addPasskey(): Promise<{ message: string }> {
  // First asks users to confirm their identity, if this is needed.
  const options = await call(passkeys.create, {})
  const { createPasskey } = await import('#app/platform/account-forms/passkey.ts')
  const { name } = await call(passkeys.add, { body: { credential: await createPasskey(options) } })
  return { message: `Passkey added: ${name}` }
}

function Saved({ of: { _id: id, name, createdAt, usedAt } }: { of: Passkey }) {
  const formatDate = useFormatDate()
  const [isRenaming, setRenaming] = useState(false)
  const remove = useChange(() => call(passkeys.remove, { params: { id } }), 'passkeys', 'factors')
  return (
    <li className={`stack-2 ${cards.address}`}>
      {isRenaming ? (
        <Rename id={id} name={name} onDone={() => setRenaming(false)} />
      ) : (
        <>
          <div className="stack-1">
            <p className={`flex wraps align-baseline ${cards.label}`}>{name}</p>
            <p>Added {formatDate(createdAt, 'dayAndTime')}</p>
            <p>{usedAt ? `Last used ${formatDate(usedAt, 'dayAndTime')}` : 'Not used yet'}</p>
          </div>
          <div className="row-0-3 align-middle">
            <Button look="quiet" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
              Rename
            </Button>
            <Button
              look="quiet"
              busy={remove.isPending}
              aria-label={`Remove ${name}`}
              onClick={() => {
                if (window.confirm(`Remove the passkey ${name}? You can no longer sign in with it.`))
                  remove.mutate()
              }}
            >
              Remove
            </Button>
          </div>
        </>
      )}
    </li>
  )
}

function Rename({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const [typed, setTyped] = useState(name)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.select(), [])
  const rename = useChange(() => call(passkeys.rename, { params: { id }, body: { name: typed } }), 'passkeys')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!rename.isPending) rename.mutate(undefined, { onSuccess: onDone })
  }
  return (
    <form ref={form} className={`stack-2 ${styles.form}`} onSubmit={submit}>
      <Field
        label="Name"
        name="name"
        value={typed}
        maxLength={60}
        autoComplete="off"
        required
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="row-0-3 align-middle">
        <Button type="submit" look="quiet" busy={rename.isPending}>
          Save
        </Button>
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
