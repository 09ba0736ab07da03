import { useQuery } from '@tanstack/react-query'
import { settings } from '#shared/platform/api/settings.ts'
import { subscribingFields } from '#shared/platform/settings/subscribing.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { GroupPage, OpenFields } from './group-page.tsx'

/** What the shop offers to subscribers. */
export default function SubscribingPage() {
  const answer = useQuery({ ...ask(settings.subscribing, {}), ...UNCACHED_FORM })
  return (
    <GroupPage
      title="Subscriptions"
      id="subscribing"
      fields={subscribingFields}
      answer={answer}
      send={(body) => call(settings.saveSubscribing, { body })}
      intro="A change applies to new subscriptions. Existing subscriptions keep their discount, and subscribers are told about a higher price before it is charged."
    >
      {(form, saved) => <OpenFields of={subscribingFields} form={form} saved={saved} />}
    </GroupPage>
  )
}
