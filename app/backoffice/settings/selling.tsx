import { useQuery } from '@tanstack/react-query'
import { settings } from '#shared/platform/api/settings.ts'
import { sellingFields } from '#shared/platform/settings/selling.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { GroupPage, OpenFields } from './group-page.tsx'

/** The rules of selling. */
export default function SellingPage() {
  const answer = useQuery({ ...ask(settings.selling, {}), ...UNCACHED_FORM })
  return (
    <GroupPage
      title="Tax and orders"
      id="selling"
      fields={sellingFields}
      answer={answer}
      send={(body) => call(settings.saveSelling, { body })}
      intro="A change applies to new orders. A checkout that is already open shows the new total before the order is placed."
    >
      {(form, saved) => <OpenFields of={sellingFields} form={form} saved={saved} />}
    </GroupPage>
  )
}
