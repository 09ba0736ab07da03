import { useState, type FormEvent } from 'react'
import { accounts, type Account } from '#shared/wholesale/api/accounts.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { Moves } from './moves.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'

/** Holds an account, lifts the hold, moves the account to prepaid or closes it, and opens it again. */
export function Status({ of: account }: { of: Account }) {
  const { status } = account
  return (
    <section className="stack-1" aria-labelledby="status">
      <h2 id="status">Status</h2>
      {status === 'approved' ? (
        <Disclosure summary="Put the account on hold" name="status">
          <StatusForm
            account={account}
            to="hold"
            text="No new orders on credit. The account can still order prepaid, and pay what is open."
            submit="Put on hold"
            isRequired
          />
        </Disclosure>
      ) : (
        <StatusForm
          account={account}
          to="approved"
          submit={status === 'hold' ? 'Lift the hold' : 'Open the account'}
        />
      )}
      {status === 'closed' ? null : <Moves of={account} />}
    </section>
  )
}

type Props = {
  account: Account
  to: 'approved' | 'hold'
  text?: string
  submit: string
  /** Whether a reason must be given. */
  isRequired?: boolean
}

function StatusForm({ account: { _id: id, version }, to, text, submit, isRequired = false }: Props) {
  const [reason, setReason] = useState('')
  const changing = useChange(async () => {
    await call(accounts.setStatus, { params: { id }, body: { status: to, reason, version } })
    return { message: DONE[to] }
  }, 'accounts')
  const submitted = (event: FormEvent) => {
    event.preventDefault()
    if (!changing.isPending) changing.mutate()
  }
  return (
    <form className="stack-2 measure-form" onSubmit={submitted}>
      {text ? <p>{text}</p> : null}
      {to === 'approved' ? null : (
        <Field
          label="Reason"
          name="reason"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          maxLength={500}
          required={isRequired}
        />
      )}
      <div>
        <Button type="submit" look="line" busy={changing.isPending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

const DONE = {
  approved: 'The account is open',
  hold: 'The account is on hold',
}
