/** The locations, people and certificates of an account, with what staff can do with each. */
import { useQueryClient } from '@tanstack/react-query'
import { urlOf } from '#shared/platform/api/url.ts'
import {
  accounts,
  CERTIFICATE_STATES,
  type Account,
  type SavedBuyer,
  type SavedCertificate,
} from '#shared/wholesale/api/accounts.ts'
import { certificateFiles } from '#shared/wholesale/api/certificate-files.ts'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { sendFiles } from '#app/platform/api/send-files.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import { CertificateLines, Item, LocationLines, PersonLines } from '../../forms/lines.tsx'
import { Paper, SendPaper } from '../../forms/paper.tsx'

export function Locations({ of: { locations } }: { of: Account }) {
  return (
    <section className="stack-1" aria-labelledby="locations">
      <h2 id="locations">Locations</h2>
      <ul>
        {locations.map((each) => (
          <Item
            key={each._id}
            name={each.name}
            actions={<Edit what={`location:${each._id}`} name={each.name} />}
          >
            <LocationLines of={each} />
          </Item>
        ))}
      </ul>
      <Add what="location" text="Add a location" />
    </section>
  )
}

export function People({ of: { _id: id, people } }: { of: Account }) {
  return (
    <section className="stack-1" aria-labelledby="people">
      <h2 id="people">People</h2>
      <ul>
        {people.map((each) => (
          <Item key={each._id} name={each.name} actions={<PersonActions id={id} person={each} />}>
            <PersonLines of={each} />
          </Item>
        ))}
      </ul>
      <Add what="person" text="Invite a person" />
    </section>
  )
}

function PersonActions({
  id,
  person: { _id: buyerId, name, hasJoined, invitedAt },
}: {
  id: string
  person: SavedBuyer
}) {
  const params = { id, buyerId }
  const invite = invitedAt === null ? 'Invite' : 'Invite again'
  const resending = useChange(() => call(accounts.resendBuyer, { params }), 'accounts')
  const removing = useChange(async () => {
    await call(accounts.removeBuyer, { params })
    return { message: `${name} can no longer act for the account` }
  }, 'accounts')
  const remove = () => {
    if (window.confirm(`Remove ${name}? Open pages and links stop working at once.`)) removing.mutate()
  }
  return (
    <>
      <Edit what={`person:${buyerId}`} name={name} />
      {hasJoined ? null : (
        <Button
          look="quiet"
          busy={resending.isPending}
          onClick={() => resending.mutate()}
          aria-label={`${invite}: ${name}`}
        >
          {invite}
        </Button>
      )}
      <Button look="quiet" busy={removing.isPending} onClick={remove} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </>
  )
}

export function Certificates({ of: { _id: id, certificates } }: { of: Account }) {
  return (
    <section className="stack-1" aria-labelledby="certificates">
      <h2 id="certificates">Certificates of resale</h2>
      {certificates.length === 0 ? <p>None: all orders are taxed.</p> : null}
      <ul>
        {certificates.map((each) => (
          <Item
            key={each._id}
            name={each.form}
            state={CERTIFICATE_STATES[each.state]}
            actions={<CertificateActions id={id} certificate={each} />}
          >
            <CertificateLines of={each} />
            <CertificatePaper id={id} certificate={each} />
          </Item>
        ))}
      </ul>
      <Add what="certificate" text="Add a certificate" />
    </section>
  )
}

type CertificateProps = { id: string; certificate: SavedCertificate }

/** A paper that was checked cannot be replaced. */
function CertificatePaper({ id, certificate: { _id: certificateId, file, state } }: CertificateProps) {
  const client = useQueryClient()
  const params = { id, certificateId }
  return (
    <>
      <Paper of={file} address={urlOf(certificateFiles.one, { params })} isShown={state === 'waiting'} />
      {state === 'waiting' || file === null ? (
        <SendPaper
          has={file !== null}
          send={(files, options) => sendFiles(certificateFiles.add, files, { params, ...options })}
          onSent={() => refresh(client, 'accounts')}
        />
      ) : null}
    </>
  )
}

/** An incomplete certificate cannot be accepted. */
function CertificateActions({
  id,
  certificate: { _id: certificateId, state, problems, version, form },
}: CertificateProps) {
  const setting = useChange(
    async (next: 'valid' | 'refused' | 'revoked') => {
      await call(accounts.checkCertificate, { params: { id, certificateId }, body: { state: next, version } })
      return { message: DONE[next] }
    },
    'accounts',
    'desk',
  )
  const revoke = () => {
    if (window.confirm('Revoke it? Orders are taxed from today on.')) setting.mutate('revoked')
  }
  if (state === 'valid')
    return (
      <Button look="quiet" busy={setting.isPending} onClick={revoke}>
        Revoke
      </Button>
    )
  if (state !== 'waiting') return null
  return (
    <>
      {problems.length === 0 ? (
        <Button look="line" busy={setting.isPending} onClick={() => setting.mutate('valid')}>
          Accept
        </Button>
      ) : null}
      <Edit what={`certificate:${certificateId}`} name={form} />
      <Button look="quiet" busy={setting.isPending} onClick={() => setting.mutate('refused')}>
        Refuse
      </Button>
    </>
  )
}

const DONE = {
  valid: 'Certificate accepted. It counts from today on',
  refused: 'Certificate refused',
  revoked: 'Certificate revoked. Orders are taxed from today on',
} as const

function Edit({ what, name }: { what: string; name: string }) {
  return (
    <ButtonLink look="quiet" to={`?edit=${what}`} aria-label={`Edit ${name}`}>
      Edit
    </ButtonLink>
  )
}

function Add({ what, text }: { what: string; text: string }) {
  return (
    <p>
      <ButtonLink look="line" to={`?edit=${what}:${NEW}`}>
        {text}
      </ButtonLink>
    </p>
  )
}
