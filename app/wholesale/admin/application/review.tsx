import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { urlOf } from '#shared/platform/api/url.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { applications, type Application } from '#shared/wholesale/api/applications.ts'
import { businessAddress, deliveryAddress } from '#shared/wholesale/resources/application.ts'
import { COMPANY_KINDS } from '#shared/wholesale/resources/company.ts'
import { certificateFiles } from '#shared/wholesale/api/certificate-files.ts'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { Facts, Text } from '#app/platform/admin/inbox.tsx'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { sendFiles } from '#app/platform/api/send-files.ts'
import { AddressLines } from '#app/platform/orders/address-lines.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Email } from '#app/platform/ui/email.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import { Problems } from '../../forms/lines.tsx'
import { Paper, SendPaper } from '../../forms/paper.tsx'
import { accountPath, APPLICATIONS, STATES } from '../paths.ts'
import { Decision } from './decision.tsx'
import styles from './review.module.css'

/** One application with its inquiry, the check of its certificate, and the decision. */
export default function Review() {
  const { id = '' } = useParams()
  const answer = useQuery({ ...ask(applications.one, { params: { id } }), ...UNCACHED_FORM })
  const application = answer.data
  return (
    <AdminPage
      title="Application"
      heading={application?.name ?? 'Application'}
      back={{ to: APPLICATIONS, title: 'Applications' }}
      {...(application ? { state: STATES[application.state] } : {})}
      actions={application ? <Actions of={application} /> : null}
    >
      {() => (
        <AdminResource
          answer={answer}
          what="application"
          gone="There is no such application."
          list={APPLICATIONS}
        >
          {(data) => (
            <div className={styles.columns}>
              <div className="stack-3 packed may-shrink">
                <Answers of={data} />
                <Inquiry of={data} />
              </div>
              <div className="stack-3 packed may-shrink">
                <Decision key={data.version} application={data} />
              </div>
            </div>
          )}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function Actions({ of: { _id: id, company, state } }: { of: Application }) {
  const resending = useChange(() => call(applications.resend, { params: { id } }), 'applications')
  if (company) return <ButtonLink to={accountPath(company)}>Open the account</ButtonLink>
  if (state === 'declined') return null
  return (
    <Button look="quiet" busy={resending.isPending} onClick={() => resending.mutate()}>
      Send the link again
    </Button>
  )
}

function Answers({ of: application }: { of: Application }) {
  const { data, email, accepted, missing, state } = application
  const weigh = useWeigh()
  if (state === 'sent' && accepted === null)
    return (
      <p>
        The applicant has the link, and has not sent the answers yet.{' '}
        {missing.length > 0 ? `${counted(missing.length, 'answer')} missing so far.` : ''}
      </p>
    )
  const hours = [
    data.receivesFrom && `from ${data.receivesFrom}`,
    data.receivesTo && `until ${data.receivesTo}`,
  ]
  return (
    <>
      <Facts
        of={[
          ['Legal name', data.legalName],
          ['Trade name', data.tradeName],
          ['Kind', COMPANY_KINDS[data.kind]],
          ['Address', <AddressLines key="address" address={businessAddress(data)} />],
          [
            'Deliver to',
            data.isElsewhere ? <AddressLines key="to" address={deliveryAddress(data)} /> : 'The same address',
          ],
          ['Receives', hours.filter(Boolean).join(' ')],
          ['Driver', data.doorNote],
          ['Expects', data.expected ? `${weigh(data.expected)} a month` : ''],
          ['Phone', data.phone],
          ['Email', <Email key="email">{email}</Email>],
          ['Website', data.website],
          ['Bills to', [data.billingName, data.billingEmail].filter(Boolean).join(', ')],
          ['Would pay', PAYMENTS[data.payment]],
        ]}
      />
      <Certificate of={application} />
      {accepted ? (
        <Disclosure
          summary={`Terms accepted by ${accepted.name}, ${formatDate(accepted.at, 'shortDayAndTime')}${accepted.version > 0 ? `, version ${accepted.version}` : ''}`}
        >
          <Text>{accepted.text}</Text>
        </Disclosure>
      ) : null}
    </>
  )
}

function Certificate({ of: application }: { of: Application }) {
  const client = useQueryClient()
  const { _id: id, data, certificateProblems: problems, file, decided } = application
  const params = { id }
  return (
    <section className="stack-1" aria-labelledby="certificate">
      <h2 id="certificate">Certificate of resale</h2>
      {problems === null ? (
        <p>None: all orders are taxed.</p>
      ) : (
        <>
          <Facts
            of={[
              ['Form', data.certForm],
              ['Holder', data.certHolder],
              ['Address', data.certAddress],
              ['Number', data.certNumber],
              ['Goods', data.certGoods],
              ['Signed', [data.certSignedBy, day(data.certSignedOn)].filter(Boolean).join(', ')],
              ['Valid until', day(data.certExpiresOn)],
            ]}
          />
          <Problems of={problems} />
          {decided ? null : (
            <>
              <Paper of={file} address={urlOf(certificateFiles.ofApplicant, { params })} isShown />
              <SendPaper
                has={file !== null}
                send={(files, options) =>
                  sendFiles(certificateFiles.addForApplicant, files, { params, ...options })
                }
                onSent={() => refresh(client, 'applications')}
              />
            </>
          )}
        </>
      )}
    </section>
  )
}

const day = (value: string) => (value ? formatDate(value, 'day') : '')

const PAYMENTS = {
  card: 'With each order',
  receipt: 'By check or transfer on receipt',
  net: 'By check or transfer on terms',
} as const

function Inquiry({ of: { inquiry } }: { of: Application }) {
  if (!inquiry) return null
  return (
    <Disclosure summary={`Inquiry of ${formatDate(inquiry.createdAt, 'shortDay')}`}>
      <Facts
        of={[
          ['Business', inquiry.typeOfBusiness],
          ['Phone', inquiry.phone],
          ['Quantity', `${inquiry.pounds} lbs/ month`],
          ['Website', inquiry.social],
        ]}
      />
      <Text>{inquiry.message}</Text>
      <Link to={`/admin/messages?id=${inquiry._id}`}>Open the message</Link>
    </Disclosure>
  )
}
