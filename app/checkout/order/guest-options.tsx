import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { guests } from '#shared/people/api/guests.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { call } from '#app/platform/api/call.ts'
import { dropGuestLink } from '#app/platform/api/guest-links.ts'
import { hideResult } from '#app/platform/api/hide-result.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { PasswordField } from '#app/platform/ui/password-field.tsx'
import { usePasswordRule } from '#app/platform/account-forms/password-twice.tsx'
import ideas from './after-thanks.module.css'

/** The offer of an account, with one field: the name and the email are those of the order. */
export function AccountOffer({ order }: { order: Order }) {
  const [password, setPassword] = useState('')
  const rule = usePasswordRule()
  const asking = useMutation({
    mutationFn: () => call(guests.requestAccount, { params: { id: order._id }, body: { password } }),
    onSuccess: () => setPassword(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!asking.isPending) asking.mutate()
  }
  return (
    <section className={ideas.idea}>
      <h2>Make it an account</h2>
      {asking.isSuccess ? (
        <p role="status">{asking.data.message}.</p>
      ) : (
        <form method="post" className="stack-2" onSubmit={submit}>
          <p>
            Choose a password, and see all your orders in one place. Name and email are those of this order.
          </p>
          <input type="hidden" name="email" autoComplete="username" value={order.user.email} />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            value={password}
            hint={rule}
            problem={asking.error?.message}
            onChange={({ target }) => {
              setPassword(target.value)
              hideResult(asking)
            }}
            required
          />
          <div>
            <Button type="submit" look="line" busy={asking.isPending}>
              Create an account
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}

/** Where a guest's link to this order is, and a button that removes it from this device. */
export function KeptLink({ order }: { order: Order }) {
  const navigate = useNavigate()
  const drop = () => {
    if (!window.confirm('Remove this order from this device? The link in your email still opens it.')) return
    dropGuestLink(order._id)
    void navigate('/')
  }
  return (
    <p className="soft small break-words screen-only">
      This device and the email to {order.user.email} have the link to this order. Anyone who has the link can
      see it.{' '}
      <Button look="quiet" onClick={drop}>
        Remove it from this device
      </Button>
    </p>
  )
}
