/** Moves an account to prepaid, or back to retail prices. What stays as it is, is said before; the mail is read before it goes. */
import { useQuery } from '@tanstack/react-query'
import { accounts, type Account } from '#shared/wholesale/api/accounts.ts'
import { ledger } from '#shared/wholesale/api/ledger.ts'
import { standing } from '#shared/wholesale/api/standing.ts'
import { isPrepaid } from '#shared/wholesale/resources/company.ts'
import { prepaidFacts, prepaidLetter, retailFacts, retailLetter } from '#shared/wholesale/letters.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { LetterForm } from '../../forms/letter-form.tsx'

export function Moves({ of: account }: { of: Account }) {
  return (
    <>
      {isPrepaid(account) ? null : (
        <Disclosure summary="Move to prepaid" name="status">
          <Move of={account} to="prepaid" />
        </Disclosure>
      )}
      <Disclosure summary="Move to retail prices and close" name="status">
        <Move of={account} to="retail" />
      </Disclosure>
    </>
  )
}

const TEXTS = {
  prepaid: {
    text: 'No new orders on account. Prices, locations and people stay.',
    facts: prepaidFacts,
    letter: prepaidLetter,
    submit: 'Move to prepaid',
    done: 'The account is prepaid, and the email is on its way',
  },
  retail: {
    text: 'No new orders and no new people. Its people can still see the account, and pay what is open. If you open it again, standing orders have to be started again.',
    facts: retailFacts,
    letter: retailLetter,
    submit: 'Close by email',
    done: 'The account is closed, and the email is on its way',
  },
} as const

function Move({ of: account, to }: { of: Account; to: keyof typeof TEXTS }) {
  const { _id: id, version } = account
  const { roasters } = useBusiness()
  const owed = useQuery(ask(ledger.account, { params: { id } }))
  const repeating = useQuery(ask(standing.ofAccount, { params: { id } }))
  if (!owed.data) return <NotLoaded of={owed} what="what is open" lines={4} />
  if (!repeating.data) return <NotLoaded of={repeating} what="the standing orders" lines={4} />
  const { text, facts, letter, submit, done } = TEXTS[to]
  const known = {
    open: owed.data.open.reduce((sum, { open }) => sum + open, 0),
    accepted: owed.data.accepted,
    standing: repeating.data.orders.length,
  }
  return (
    <div className="stack-2 measure-form">
      <p>{text}</p>
      {facts(known).map((each) => (
        <p key={each}>{each}</p>
      ))}
      <LetterForm
        label="Email to the people of the account and to the address for bills"
        lists={['accounts', 'ledgers', 'standing-orders', 'desk']}
        proposed={letter({ account: account.tradeName || account.legalName, shop: roasters, ...known })}
        submit={submit}
        done={done}
        send={(written) => call(accounts.moveTerms, { params: { id }, body: { to, text: written, version } })}
      />
    </div>
  )
}
