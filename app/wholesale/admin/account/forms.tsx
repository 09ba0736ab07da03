/** The forms of an account, of its locations, people and certificates. */
import { useNavigate } from 'react-router'
import { blankOf } from '#shared/platform/resources/described.ts'
import { accounts, type Account } from '#shared/wholesale/api/accounts.ts'
import { buyerFields } from '#shared/wholesale/resources/buyer.ts'
import { certificateFields } from '#shared/wholesale/resources/certificate.ts'
import { companyFields } from '#shared/wholesale/resources/company.ts'
import { locationFields } from '#shared/wholesale/resources/location.ts'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'
import { call } from '#app/platform/api/call.ts'
import { PartForm } from '../../forms/part-form.tsx'
import { accountPath, ACCOUNTS } from '../paths.ts'

const COLLECTIONS = ['accounts', 'desk'] as const

export function NewAccount() {
  const navigate = useNavigate()
  return (
    <AdminPage title="New account" back={{ to: ACCOUNTS, title: 'Accounts' }}>
      {() => (
        <PartForm
          what="account"
          hasHeading
          of="new"
          fields={companyFields}
          saved={{ ...blankOf(companyFields), _id: NEW, version: 0 }}
          submit="Add the account"
          send={(body) => call(accounts.create, { body })}
          done="Account added"
          to={ACCOUNTS}
          onSaved={({ _id }) => navigate(accountPath(_id))}
          collections={[...COLLECTIONS]}
        />
      )}
    </AdminPage>
  )
}

/** @param edit what is edited, and the id of it: 'location:ID' */
export function AccountForm({ account, edit }: { account: Account; edit: string }) {
  const { _id: id } = account
  const [part, partId = ''] = edit.split(':')
  const shared = { of: id, to: accountPath(id), collections: [...COLLECTIONS] }
  if (part === 'location') return <LocationForm account={account} partId={partId} />
  if (part === 'person') return <PersonForm account={account} partId={partId} />
  if (part === 'certificate') return <CertificateForm account={account} partId={partId} />
  return (
    <PartForm
      {...shared}
      what="account"
      hasHeading
      fields={companyFields}
      saved={account}
      send={(body) => call(accounts.update, { params: { id }, body })}
      done="Account saved"
    />
  )
}

type PartProps = { account: Account; partId: string }

function LocationForm({ account: { _id: id, ...account }, partId }: PartProps) {
  const saved = account.locations.find(({ _id }) => _id === partId)
  const { address, address2, city, state, postalCode, phone } = account
  const own = {
    address,
    address2,
    city,
    state,
    postalCode,
    phone,
    recipient: account.tradeName || account.legalName,
  }
  return (
    <PartForm
      key={partId}
      what="location"
      of={id}
      fields={locationFields}
      saved={saved ?? { ...blankOf(locationFields), ...own, _id: NEW, version: 0 }}
      submit={saved ? 'Save' : 'Add the location'}
      send={(body) =>
        saved
          ? call(accounts.saveLocation, { params: { id, locationId: partId }, body })
          : call(accounts.addLocation, { params: { id }, body })
      }
      done="Location saved"
      to={accountPath(id)}
      collections={[...COLLECTIONS]}
    />
  )
}

function PersonForm({ account: { _id: id, people }, partId }: PartProps) {
  const saved = people.find(({ _id }) => _id === partId)
  return (
    <PartForm
      key={partId}
      what="person"
      of={id}
      fields={buyerFields}
      saved={saved ?? { ...blankOf(buyerFields), _id: NEW, version: 0 }}
      without={saved ? ['email'] : []}
      submit={saved ? 'Save' : 'Send the invitation'}
      send={(body) =>
        saved
          ? call(accounts.saveBuyer, { params: { id, buyerId: partId }, body })
          : call(accounts.addBuyer, { params: { id }, body })
      }
      done={saved ? 'Person saved' : 'The invitation is on its way'}
      to={accountPath(id)}
      collections={[...COLLECTIONS]}
    />
  )
}

function CertificateForm({ account: { _id: id, certificates, legalName }, partId }: PartProps) {
  const saved = certificates.find(({ _id }) => _id === partId)
  return (
    <PartForm
      key={partId}
      what="certificate"
      of={id}
      fields={certificateFields}
      saved={saved ?? { ...blankOf(certificateFields), holder: legalName, _id: NEW, version: 0 }}
      submit={saved ? 'Save' : 'Add the certificate'}
      send={(body) =>
        saved
          ? call(accounts.saveCertificate, { params: { id, certificateId: partId }, body })
          : call(accounts.addCertificate, { params: { id }, body })
      }
      done="Certificate saved. Accept it when it is complete"
      to={accountPath(id)}
      collections={[...COLLECTIONS]}
    />
  )
}
