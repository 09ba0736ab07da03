/** The parts of an account in words, for staff and for its own people. */
import type { ReactNode } from 'react'
import type { SavedBuyer, SavedCertificate, SavedLocation } from '#shared/wholesale/api/accounts.ts'
import { deliveryText } from '#shared/wholesale/account-texts.ts'
import { buyerFields } from '#shared/wholesale/resources/buyer.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { AddressLines } from '#app/platform/orders/address-lines.tsx'
import { Email } from '#app/platform/ui/email.tsx'
import { Facts } from '#app/platform/admin/inbox.tsx'

export function LocationLines({ of }: { of: SavedLocation }) {
  const hours = [of.receivesFrom && `from ${of.receivesFrom}`, of.receivesTo && `until ${of.receivesTo}`]
  return (
    <>
      <AddressLines name={of.recipient} address={{ ...of, country: 'US' }} />
      <p className="soft">
        {of.isClosed ? 'Gets no deliveries. ' : ''}
        {deliveryText(of)}
        {hours.some(Boolean) ? `. Receives ${hours.filter(Boolean).join(' ')}` : ''}
      </p>
      {of.doorNote ? <p>{of.doorNote}</p> : null}
    </>
  )
}

const RIGHTS = ['mayOrder', 'mayInvoices', 'mayPay', 'mayPeople'] as const
const MAILS = ['mailsOrders', 'mailsInvoices', 'mailsStatements', 'mailsWeekly'] as const

export function PersonLines({ of }: { of: SavedBuyer }) {
  const named = (names: readonly (keyof typeof buyerFields & keyof SavedBuyer)[]) =>
    names.flatMap((name) =>
      of[name] === true ? [buyerFields[name].label.replace(/^(May|Mails (about|with)|The) /, '')] : [],
    )
  return (
    <>
      <p>
        <Email>{of.email}</Email>
        {of.hasJoined ? '' : `. ${invitationText(of)}`}
      </p>
      <p className="soft">
        {`May: ${named(RIGHTS).join(', ') || 'see the account'}. Mails: ${named(MAILS).join(', ') || 'none'}.`}
      </p>
    </>
  )
}

function invitationText({ invitedAt }: SavedBuyer): string {
  return invitedAt === null
    ? 'Not invited yet'
    : `Invited ${formatDate(invitedAt, 'shortDay')}, not joined yet`
}

/** A certificate as it is written, and everything that is missing or wrong on it. */
export function CertificateLines({ of }: { of: SavedCertificate }) {
  return (
    <>
      <Facts
        of={[
          ['Holder', of.holder],
          ['Address', of.address],
          ['Number', of.number],
          ['Goods', of.goods],
          ['Signed', [of.signedBy, day(of.signedOn)].filter(Boolean).join(', ')],
          ['Valid', of.expiresOn === '' ? 'until notice' : `until ${day(of.expiresOn)}`],
          ['Only for', of.covers.join(', ')],
          ['Checked', of.checkedAt ? `${of.checkedBy}, ${formatDate(of.checkedAt, 'shortDay')}` : ''],
        ]}
      />
      <Problems of={of.problems} />
    </>
  )
}

const day = (text: string) => (text === '' ? '' : formatDate(text, 'day'))

/** What a certificate lacks, or that it is complete. */
export function Problems({ of: problems }: { of: readonly { field: string; text: string }[] }) {
  if (problems.length === 0)
    return <p>Complete: holder, address, number, goods, signature and date are there.</p>
  return (
    <ul>
      {problems.map(({ field, text }) => (
        <li key={field + text} className="alarm">
          {text}.
        </li>
      ))}
    </ul>
  )
}

/** Something of an account with its name and what can be done with it. */
export function Item({
  name,
  state,
  children,
  actions,
}: {
  name: string
  state?: string
  children: ReactNode
  actions: ReactNode
}) {
  return (
    <li className="stack-1 pad-y-2 rule-soft">
      <h3 className="facts-line">
        {name} {state ? <span className="soft">{state}</span> : null}
      </h3>
      {children}
      <div className="row-0-3 align-middle">{actions}</div>
    </li>
  )
}
