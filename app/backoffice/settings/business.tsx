import { useQuery } from '@tanstack/react-query'
import { settings } from '#shared/platform/api/settings.ts'
import { namesOf } from '#shared/platform/resources/described.ts'
import { businessFields } from '#shared/platform/settings/business.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { GroupPage, OpenFields } from './group-page.tsx'

const PARTS = { name: 'Name', place: 'Address', contact: 'Contact', links: 'Links', music: 'Music' }

/** Name, address, contact, links and playlist of the shop. */
export default function BusinessPage() {
  const answer = useQuery({ ...ask(settings.business, {}), ...UNCACHED_FORM })
  return (
    <GroupPage
      title="Business details"
      id="business"
      fields={businessFields}
      answer={answer}
      send={(body) => call(settings.saveBusiness, { body })}
      intro="Shown on all pages, in emails and invoices, and to search engines. The sender of parcels is under Boxes and sender."
    >
      {(form, saved) =>
        Object.entries(PARTS).map(([part, title]) => (
          <section key={part} className="stack-2" aria-labelledby={`part-${part}`}>
            <h2 id={`part-${part}`}>{title}</h2>
            <OpenFields
              of={businessFields}
              names={namesOf(businessFields).filter((name) => businessFields[name].part === part)}
              form={form}
              saved={saved}
            />
          </section>
        ))
      }
    </GroupPage>
  )
}
