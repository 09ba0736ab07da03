/** The layout of the pages of a buyer: for which account the person acts is always in view. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NavLink, useLocation, useSearchParams } from 'react-router'
import type { UserInfo } from '#shared/people/api/users.ts'
import { ownAccounts, type OwnAccount } from '#shared/wholesale/api/own-accounts.ts'
import { ask } from '#app/platform/api/query.ts'
import { ProfilePage } from '#app/platform/account-forms/profile-page.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import styles from './buyer-page.module.css'

type Props = {
  title: string
  /** The content for the account for which the person acts. */
  children: (account: OwnAccount, user: UserInfo) => ReactNode
}

/**
 * A page for the people of wholesale accounts. Who acts for several chooses one; the choice is in the address (`?account=`),
 * so that a link keeps it.
 */
export function BuyerPage({ title, children }: Props) {
  return (
    <ProfilePage title={title} className={`stack-3 ${styles.page}`}>
      {(user) => <ForAccount>{(account) => children(account, user)}</ForAccount>}
    </ProfilePage>
  )
}

function ForAccount({ children }: { children: (account: OwnAccount) => ReactNode }) {
  const [query, setQuery] = useSearchParams()
  const answer = useQuery(ask(ownAccounts.list, {}))
  if (!answer.data) return <NotLoaded of={answer} what="your wholesale account" lines={4} />
  const { accounts } = answer.data
  const account = accounts.find(({ _id }) => _id === query.get('account')) ?? accounts[0]
  if (!account) return <p>You act for no wholesale account. Open the link in your invitation first.</p>
  return (
    <>
      <div className={`stack-1 paper box-soft pad-2 ${styles.acting}`}>
        {accounts.length > 1 ? (
          <SelectField
            label="You act for"
            unmarked
            value={account._id}
            onChange={({ target }) => setQuery({ account: target.value })}
          >
            {accounts.map(({ _id, name, locations }) => (
              <option key={_id} value={_id}>
                {[name, locations[0]?.name].filter(Boolean).join(', ')}
              </option>
            ))}
          </SelectField>
        ) : (
          <p>
            You act for <strong>{account.name}</strong>
            {account.locations.length === 1 ? `, ${account.locations[0]!.name}` : ''}
          </p>
        )}
        <Status of={account} />
      </div>
      <Pages account={account} isAlone={accounts.length === 1} />
      <div key={account._id} className="stack-4 may-shrink">
        {children(account)}
      </div>
    </>
  )
}

function Status({ of: { status } }: { of: OwnAccount }) {
  if (status === 'hold')
    return <p>The account is on hold: orders must be paid when they are placed. Please call us.</p>
  return status === 'closed' ? <p>The account is closed. You can still see it and pay what is open.</p> : null
}

/** The pages of a buyer, with the right that each needs. */
const PAGES: readonly (readonly [to: string, title: string, right?: keyof OwnAccount['rights']])[] = [
  ['/wholesale/order', 'Order', 'mayOrder'],
  ['/wholesale/orders', 'Orders'],
  ['/wholesale/standing', 'Standing orders', 'mayOrder'],
  ['/wholesale/invoices', 'Invoices', 'mayInvoices'],
  ['/wholesale/account', 'Account'],
]

/** Links to the other pages for the same account. */
function Pages({ account, isAlone }: { account: OwnAccount; isAlone: boolean }) {
  const { pathname } = useLocation()
  const shown = PAGES.filter(([, , right]) => !right || account.rights[right])
  if (shown.length === 1 && shown[0]![0] === pathname) return null
  return (
    <nav aria-label="Wholesale" className={`row-0-3 ${styles.pages}`}>
      {shown.map(([to, title]) => (
        <NavLink key={to} to={isAlone ? to : `${to}?account=${account._id}`} className="reach">
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
