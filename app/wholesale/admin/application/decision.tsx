/** What staff decide about an application: approve, ask for something, decline. Each sends a mail that they have read. */
import { useQuery } from '@tanstack/react-query'
import { blankOf } from '#shared/platform/resources/described.ts'
import { applications, type Application } from '#shared/wholesale/api/applications.ts'
import { priceLists } from '#shared/wholesale/api/price-lists.ts'
import { approveLetter, askLetter, declineLetter } from '#shared/wholesale/letters.ts'
import { approvalFields } from '#shared/wholesale/resources/approval.ts'
import { businessAddress, deliveryAddress } from '#shared/wholesale/resources/application.ts'
import { companyFields } from '#shared/wholesale/resources/company.ts'
import { locationFields } from '#shared/wholesale/resources/location.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import { LetterForm } from '../../forms/letter-form.tsx'
import { PartForm } from '../../forms/part-form.tsx'
import { applicationPath } from '../paths.ts'

export function Decision({ application }: { application: Application }) {
  const { roasters } = useBusiness()
  const { _id: id, state, decided, version } = application
  const facts = {
    name: application.accepted?.name.split(' ')[0] ?? application.name,
    shop: roasters,
    missing: [...application.missing, ...(application.certificateProblems ?? []).map(({ text }) => text)],
  }
  if (decided) return <p>{`${state === 'approved' ? 'Approved' : 'Declined'} by ${decided.by}.`}</p>
  return (
    <>
      {application.accepted && application.missing.length === 0 ? (
        <Approve application={application} letter={approveLetter(facts)} />
      ) : null}
      <Disclosure summary="Ask for something" name="decision">
        <LetterForm
          {...TO_APPLICANT}
          proposed={askLetter(facts)}
          submit="Send the question"
          done="The question is on its way"
          send={(text) => call(applications.ask, { params: { id }, body: { text, version } })}
        />
      </Disclosure>
      <Disclosure summary="Decline" name="decision">
        <LetterForm
          {...TO_APPLICANT}
          proposed={declineLetter(facts)}
          submit="Decline by email"
          done="Declined"
          send={(text) => call(applications.decline, { params: { id }, body: { text, version } })}
        />
      </Disclosure>
    </>
  )
}

const TO_APPLICANT = { label: 'Email to the applicant', lists: ['applications', 'desk'] } as const

/** Everybody starts prepaid, with the only price list if there is one, and the certificate as checked if nothing is missing. */
function Approve({ application, letter }: { application: Application; letter: string }) {
  const { _id: id, version, data } = application
  const isComplete = application.certificateProblems?.length === 0
  const lists = useQuery(ask(priceLists.list, {}))
  if (lists.isPending) return <SkeletonLines count={6} height="4rem" />
  const [only, second] = lists.data?.priceLists ?? []
  const priceList = only && !second ? only._id : ''
  const saved = { ...blankOf(approvalFields), priceList, text: letter, _id: id, version }
  return (
    <section className="stack-2" aria-labelledby="approve">
      <h2 id="approve">Approve</h2>
      <PartForm
        what="approval"
        hasHeading
        of={id}
        fields={approvalFields}
        saved={saved}
        without={isComplete ? [] : ['isCertificateChecked']}
        submit="Approve"
        send={({ text, isCertificateChecked, handover, weekdays, cutoffDays, cutoffTime, ...terms }) =>
          call(applications.approve, {
            params: { id },
            body: {
              version,
              text,
              isCertificateChecked,
              company: {
                ...blankOf(companyFields),
                ...companyOf(data),
                ...terms,
                onlinePay: true,
              },
              location: {
                ...blankOf(locationFields),
                ...locationOf(data),
                handover,
                weekdays,
                cutoffDays,
                cutoffTime,
              },
            },
          })
        }
        done="The account is open, and the email is on its way"
        to={applicationPath(id)}
        collections={['applications', 'accounts', 'desk']}
      />
    </section>
  )
}

function companyOf(data: Application['data']) {
  const { legalName, tradeName, kind, phone, website, billingEmail, expected } = data
  const { country: _country, ...address } = businessAddress(data)
  return { legalName, tradeName, kind, phone, website, billingEmail, promised: expected, ...address }
}

function locationOf(data: Application['data']) {
  const { country: _country, ...address } = deliveryAddress(data)
  const { receivesFrom, receivesTo, doorNote, phone, tradeName, legalName } = data
  return {
    ...address,
    name: address.address,
    recipient: (tradeName || legalName).slice(0, 100),
    phone,
    receivesFrom,
    receivesTo,
    doorNote,
  }
}
