/** The buyer of an order that staff place: an account, a buyer of earlier orders, or a new buyer. */
import { useQuery } from '@tanstack/react-query'
import { useState, type ChangeEvent } from 'react'
import { counter, type CounterCandidate as Candidate } from '#shared/checkout/api/counter.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatPhone } from '#shared/kernel/phone.ts'
import { ask } from '#app/platform/api/query.ts'
import { useSettled } from '#app/platform/admin/use-settled.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import styles from './new-order.module.css'

/** The buyer. `candidate` is set if staff chose an account or a buyer of earlier orders. */
export type Buyer = { name: string; email: string; phone: string; candidate: Candidate | null }

export const NO_BUYER: Buyer = { name: '', email: '', phone: '', candidate: null }

/** The buyer as the contract takes it. */
export function personOf({ name, email, phone, candidate }: Buyer) {
  return { ...(candidate?.user ? { user: candidate.user } : {}), name, email, ...(phone ? { phone } : {}) }
}

type Props = { buyer: Buyer; change: (buyer: Buyer) => void; problems: Record<string, string> }

export function Who({ buyer, change, problems }: Props) {
  const { candidate } = buyer
  if (candidate)
    return (
      <div className={styles.chosen}>
        <p>
          <strong>{candidate.name}</strong>
          <br />
          {[candidate.email, formatPhone(candidate.phone)].filter(Boolean).join(', ')}
          <br />
          <span className="soft">{knownText(candidate)}</span>
        </p>
        <Button look="quiet" onClick={() => change(NO_BUYER)}>
          Someone else
        </Button>
      </div>
    )
  const field = (name: 'name' | 'email' | 'phone') => ({
    name,
    value: buyer[name],
    problem: problems[name],
    autoComplete: 'off',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change({ ...buyer, [name]: target.value }),
  })
  return (
    <div className="stack-2">
      <FindPeople choose={(found) => change({ ...found, candidate: found })} />
      <p className="soft">Or someone new:</p>
      <div className="grid gap-2 halves-48">
        <Field label="Name" maxLength={100} required {...field('name')} />
        <Field label="Email" type="email" maxLength={254} {...field('email')} />
        <Field label="Phone" type="tel" maxLength={40} {...field('phone')} />
      </div>
    </div>
  )
}

function FindPeople({ choose }: { choose: (found: Candidate) => void }) {
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim())
  const answer = useQuery({ ...ask(counter.people, { query: { keyword } }), enabled: keyword.length > 1 })
  return (
    <div className="stack-1">
      <Field
        label="Find by email, phone or name"
        type="search"
        maxLength={100}
        autoComplete="off"
        unmarked
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {answer.isError ? <LoadError error={answer.error} retry={answer.refetch} /> : null}
      <div role="status">
        {answer.data && answer.data.people.length === 0 ? (
          <p>No account and no earlier buyer found.</p>
        ) : null}
      </div>
      <ul className={styles.people}>
        {(answer.data?.people ?? []).map((found) => (
          <li key={`${found.user ?? ''} ${found.email}`}>
            <button type="button" onClick={() => choose(found)}>
              <span>
                <strong>{found.name}</strong> <span className="soft">{knownText(found)}</span>
              </span>
              <span>{[found.email, formatPhone(found.phone)].filter(Boolean).join(', ')}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function knownText({ user, isConfirmed, orders, by }: Candidate): string {
  const account = user === null ? 'no account' : isConfirmed ? 'account' : 'account, email not confirmed'
  return `${account}, ${counted(orders, 'order')}${by === 'name' ? ', found by name only' : ''}`
}
