import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { blankOf } from '#shared/platform/resources/described.ts'
import { termsText } from '#shared/wholesale/account-texts.ts'
import { CERTIFICATE_STATES, type SavedBuyer, type SavedCertificate } from '#shared/wholesale/api/accounts.ts'
import { ownAccounts, type OwnAccount, type OwnAccountPage } from '#shared/wholesale/api/own-accounts.ts'
import { buyerFields } from '#shared/wholesale/resources/buyer.ts'
import { certificateFields } from '#shared/wholesale/resources/certificate.ts'
import { ownLocationFields } from '#shared/wholesale/resources/location.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { certificateFiles } from '#shared/wholesale/api/certificate-files.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { sendFiles } from '#app/platform/api/send-files.ts'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'
import { Facts } from '#app/platform/admin/inbox.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import { BuyerPage } from '../buyer/buyer-page.tsx'
import { CertificateLines, Item, LocationLines, PersonLines } from '../forms/lines.tsx'
import { Paper, SendPaper } from '../forms/paper.tsx'
import { PartForm } from '../forms/part-form.tsx'

/**
 * The account as its people see it: locations, people, certificates. The part whose form is open is in the address
 * (`?edit=`), so that Back closes the form.
 */
export default function AccountPage() {
  return <BuyerPage title="Wholesale account">{(account) => <Account of={account} />}</BuyerPage>
}

const BASE = '/wholesale/account'

function Account({ of: { _id: id } }: { of: OwnAccount }) {
  const answer = useQuery(ask(ownAccounts.one, { params: { id } }))
  const [query] = useSearchParams()
  const [part = '', partId = ''] = (query.get('edit') ?? '').split(':')
  if (!answer.data) return <NotLoaded of={answer} what="the account" lines={6} />
  const account = answer.data
  const form = account.rights.mayPeople ? formOf(account, part, partId) : null
  if (form) return form
  return (
    <>
      <Facts
        of={[
          ['Legal name', account.legalName],
          ['Bills go to', account.billingEmail],
          ['Terms', termsText(account)],
          ['Sales tax', account.isExempt ? 'Coffee for resale is not taxed' : 'All orders are taxed'],
        ]}
      />
      <Locations of={account} />
      {account.rights.mayPeople ? <People of={account} /> : null}
      <Certificates of={account} />
    </>
  )
}

/** The address of a form, or of the account without one. */
const linkTo = (id: string, edit?: string) => `${BASE}?account=${id}${edit ? `&edit=${edit}` : ''}`

function formOf(account: OwnAccountPage, part: string, partId: string) {
  const { _id: id } = account
  const shared = { of: id, to: linkTo(id), collections: ['own-accounts' as const] }
  const location = account.locations.find(({ _id }) => _id === partId)
  if (part === 'location' && location)
    return (
      <PartForm
        {...shared}
        key={partId}
        what="location"
        fields={ownLocationFields}
        saved={location}
        send={(body) => call(ownAccounts.saveLocation, { params: { id, locationId: partId }, body })}
        done="Location saved"
      />
    )
  const person = account.people.find(({ _id }) => _id === partId)
  if (part === 'person' && (person || partId === NEW))
    return (
      <PartForm
        {...shared}
        key={partId}
        what="person"
        fields={buyerFields}
        saved={person ?? { ...blankOf(buyerFields), _id: NEW, version: 0 }}
        without={person ? ['email'] : []}
        submit={person ? 'Save' : 'Send the invitation'}
        send={(body) =>
          person
            ? call(ownAccounts.saveBuyer, { params: { id, buyerId: partId }, body })
            : call(ownAccounts.addBuyer, { params: { id }, body })
        }
        done={person ? 'Person saved' : 'The invitation is on its way'}
      />
    )
  if (part !== 'certificate') return null
  return (
    <PartForm
      {...shared}
      what="certificate"
      fields={certificateFields}
      saved={{ ...blankOf(certificateFields), holder: account.legalName, _id: NEW, version: 0 }}
      without={['covers']}
      submit="Send the certificate"
      send={(body) => call(ownAccounts.addCertificate, { params: { id }, body })}
      done="We have your certificate. Now send a PDF or a photo of it"
    />
  )
}

function Locations({ of: { _id: id, locations, rights } }: { of: OwnAccountPage }) {
  return (
    <section className="stack-1" aria-labelledby="locations">
      <h2 id="locations">Locations</h2>
      <ul>
        {locations.map((each) => (
          <Item
            key={each._id}
            name={each.name}
            actions={
              rights.mayPeople ? (
                <ButtonLink
                  look="quiet"
                  to={linkTo(id, `location:${each._id}`)}
                  aria-label={`Edit ${each.name}`}
                >
                  Edit
                </ButtonLink>
              ) : null
            }
          >
            <LocationLines of={each} />
          </Item>
        ))}
      </ul>
      <p className="soft">To add a location or to change its delivery days, please write to us.</p>
    </section>
  )
}

function People({ of: { _id: id, people, self } }: { of: OwnAccountPage }) {
  return (
    <section className="stack-1" aria-labelledby="people">
      <h2 id="people">People</h2>
      <ul>
        {people.map((each) => (
          <Item
            key={each._id}
            name={each.name}
            state={each._id === self ? 'You' : ''}
            actions={
              <>
                <ButtonLink
                  look="quiet"
                  to={linkTo(id, `person:${each._id}`)}
                  aria-label={`Edit ${each.name}`}
                >
                  Edit
                </ButtonLink>
                {each._id === self ? null : <Remove id={id} person={each} />}
              </>
            }
          >
            <PersonLines of={each} />
          </Item>
        ))}
      </ul>
      <p>
        <ButtonLink look="line" to={linkTo(id, `person:${NEW}`)}>
          Invite a person
        </ButtonLink>
      </p>
    </section>
  )
}

function Remove({ id, person: { _id: buyerId, name } }: { id: string; person: SavedBuyer }) {
  const removing = useChange(async () => {
    await call(ownAccounts.removeBuyer, { params: { id, buyerId } })
    return { message: `${name} can no longer act for the account` }
  }, 'own-accounts')
  const remove = () => {
    if (window.confirm(`Remove ${name}? Open pages and links stop working at once.`)) removing.mutate()
  }
  return (
    <Button look="quiet" busy={removing.isPending} onClick={remove} aria-label={`Remove ${name}`}>
      Remove
    </Button>
  )
}

function Certificates({ of: { _id: id, certificates, rights } }: { of: OwnAccountPage }) {
  return (
    <section className="stack-1" aria-labelledby="certificates">
      <h2 id="certificates">Certificate of resale</h2>
      {certificates.length === 0 ? (
        <p>
          We charge sales tax until we have a complete certificate. It counts from the day on which we checked
          it.
        </p>
      ) : null}
      <ul>
        {certificates.map((each) => (
          <Item key={each._id} name={each.form} state={CERTIFICATE_STATES[each.state]} actions={null}>
            <CertificateLines of={each} />
            <CertificatePaper account={id} of={each} maySend={rights.mayPeople} />
          </Item>
        ))}
      </ul>
      {rights.mayPeople ? (
        <p>
          <ButtonLink look="line" to={linkTo(id, `certificate:${NEW}`)}>
            Send a certificate
          </ButtonLink>
        </p>
      ) : null}
    </section>
  )
}

type PaperProps = { account: string; of: SavedCertificate; maySend: boolean }

function CertificatePaper({ account, of: { _id: certificateId, file, state }, maySend }: PaperProps) {
  const client = useQueryClient()
  const params = { id: account, certificateId }
  return (
    <>
      <Paper of={file} address={urlOf(certificateFiles.own, { params })} />
      {maySend && state === 'waiting' ? (
        <SendPaper
          has={file !== null}
          send={(files, options) => sendFiles(certificateFiles.send, files, { params, ...options })}
          onSent={() => refresh(client, 'own-accounts')}
        />
      ) : null}
    </>
  )
}
