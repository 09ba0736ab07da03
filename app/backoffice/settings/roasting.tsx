import { useQuery } from '@tanstack/react-query'
import { roastingSettings } from '#shared/platform/api/roasting-settings.ts'
import { roastingFields } from '#shared/platform/settings/roasting.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { GroupPage, OpenFields } from './group-page.tsx'

/** Units, capacity and batch sizes of the roastery. */
export default function RoastingPage() {
  const answer = useQuery({ ...ask(roastingSettings.one, {}), ...UNCACHED_FORM })
  return (
    <GroupPage
      title="Roastery"
      id="roasting"
      fields={roastingFields}
      answer={answer}
      send={(body) => call(roastingSettings.save, { body })}
      intro="For coffees that are roasted to order. A roast can have other limits than the machine."
    >
      {(form, saved) => <OpenFields of={roastingFields} form={form} saved={saved} />}
    </GroupPage>
  )
}
