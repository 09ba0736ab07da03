import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { minimumText, termsText } from '#shared/wholesale/account-texts.ts'
import { accounts, type Account } from '#shared/wholesale/api/accounts.ts'
import { priceLists } from '#shared/wholesale/api/price-lists.ts'
import { COMPANY_KINDS, COMPANY_STATES, companyFields } from '#shared/wholesale/resources/company.ts'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'
import { Facts, Text } from '#app/platform/admin/inbox.tsx'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import { ask } from '#app/platform/api/query.ts'
import { AddressLines } from '#app/platform/orders/address-lines.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Email } from '#app/platform/ui/email.tsx'
import { accountPath, ACCOUNTS, applicationPath } from '../paths.ts'
import { Ordered } from './ordered.tsx'
import { AccountForm, NewAccount } from './forms.tsx'
import { Certificates, Locations, People } from './parts.tsx'
import { Orders } from './orders.tsx'
import { Standing } from './standing.tsx'
import { Status } from './status.tsx'
import styles from './account.module.css'

/**
 * One account with everything that belongs to it. The part whose form is open is in the address (`?edit=`), so that Back
 * closes the form.
 */
export default function AccountPage() {
  const { id = '' } = useParams()
  return id === NEW ? <NewAccount /> : <Existing id={id} />
}

function Existing({ id }: { id: string }) {
  const [query] = useSearchParams()
  const answer = useQuery(ask(accounts.one, { params: { id } }))
  const edit = query.get('edit')
  const account = answer.data
  return (
    <AdminPage
      title="Account"
      heading={account ? account.tradeName || account.legalName : 'Account'}
      back={edit ? { to: accountPath(id), title: 'Account' } : { to: ACCOUNTS, title: 'Accounts' }}
      {...(account ? { state: COMPANY_STATES[account.status] } : {})}
      actions={
        edit || !account ? null : (
          <>
            <ButtonLink look="quiet" to={`/admin/record?subject=company&id=${id}`}>
              Change log
            </ButtonLink>
            <ButtonLink look="quiet" to={`/admin/ledger/${id}`}>
              Ledger
            </ButtonLink>
            <ButtonLink look="line" to={`${accountPath(id)}/order`}>
              Enter an order
            </ButtonLink>
            <ButtonLink look="line" to="?edit=account">
              Edit
            </ButtonLink>
          </>
        )
      }
    >
      {() => (
        <AdminResource answer={answer} what="account" gone="There is no such account." list={ACCOUNTS}>
          {(data) => (edit ? <AccountForm account={data} edit={edit} /> : <Overview of={data} />)}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function Overview({ of: account }: { of: Account }) {
  return (
    <div className="stack-4">
      {account.status === 'hold' ? <p className="alarm">On hold: {account.holdReason}</p> : null}
      <div className={styles.columns}>
        <Who of={account} />
        <Terms of={account} />
      </div>
      {account.notes ? <Text>{account.notes}</Text> : null}
      <Locations of={account} />
      <Orders of={account._id} />
      <Standing of={account._id} />
      <People of={account} />
      <Certificates of={account} />
      <Status of={account} />
    </div>
  )
}

function Who({ of: account }: { of: Account }) {
  const weigh = useWeigh()
  const { application, promised } = account
  return (
    <section className="stack-1 packed" aria-labelledby="who">
      <h2 id="who">Business</h2>
      <Facts
        of={[
          ['Legal name', account.legalName],
          ['Kind', COMPANY_KINDS[account.kind]],
          ['Address', <AddressLines key="address" address={{ ...account, country: 'US' }} />],
          ['Bills to', <Email key="bills">{account.billingEmail}</Email>],
          ['Phone', account.phone],
          ['Website', account.website],
          ['Promised', promised ? `${weigh(promised)} a month` : ''],
          ['Ordered', <Ordered key="ordered" of={account} />],
          ['Since', formatDate(account.createdAt, 'day')],
          [
            'Terms accepted',
            application?.acceptedAt ? (
              <Link key="application" to={applicationPath(application._id)}>
                {`${application.acceptedName}, ${formatDate(application.acceptedAt, 'shortDay')}, version ${application.termsVersion}`}
              </Link>
            ) : (
              ''
            ),
          ],
        ]}
      />
    </section>
  )
}

function Terms({ of: account }: { of: Account }) {
  const { credit, creditLimit, percentOff, holdAfterDays, exemptUntil } = account
  return (
    <section className="stack-1 packed" aria-labelledby="terms">
      <h2 id="terms">Terms</h2>
      <Facts
        of={[
          ['Payment', termsText(account)],
          ['Invoices', companyFields.bills.print(account.bills)],
          [
            'Price list',
            account.priceList === null ? 'None' : <PriceList key="list" id={account.priceList} />,
          ],
          ['Discount', percentOff === null ? '' : `${percentOff}% off the retail price`],
          ['Smallest order', minimumText(account.minimum, account.minimumValue) || 'None'],
          ['PO number', account.poRequired ? 'Required' : ''],
          ['Pays online', account.onlinePay ? 'Yes' : 'No'],
          [
            'Credit',
            credit === 'amount' ? formatDollars(creditLimit ?? 0) : companyFields.credit.print(credit),
          ],
          ['Above it', credit === 'amount' ? companyFields.overCredit.print(account.overCredit) : ''],
          ['On hold', holdAfterDays === null ? 'Never by itself' : `When ${holdAfterDays} days overdue`],
          ['No hold until', exemptUntil === '' ? '' : formatDate(exemptUntil, 'day')],
          ['Sales tax', taxText(account)],
        ]}
      />
    </section>
  )
}

function PriceList({ id }: { id: string }) {
  const { data } = useQuery(ask(priceLists.one, { params: { id } }))
  return <Link to={`/admin/price-list/${id}/edit`}>{data?.name ?? 'Open it'}</Link>
}

function taxText({ exemptUntilDay: day }: Account): string {
  if (day === null) return 'All orders are taxed: no complete certificate is on file'
  return day === '' ? 'Exempt for resale' : `Exempt for resale until ${formatDate(day, 'day')}`
}
