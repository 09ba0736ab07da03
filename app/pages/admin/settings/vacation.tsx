import { useQuery } from '@tanstack/react-query'
import { settings } from '#shared/api/settings.ts'
import { vacationFields } from '#shared/resources/vacation.ts'
import { call } from '../../../api/call.ts'
import { ask, UNCACHED_FORM } from '../../../api/query.ts'
import { GroupPage, OpenFields } from './group-page.tsx'

/** Vacation mode. */
export default function VacationPage() {
  const answer = useQuery({ ...ask(settings.vacation, {}), ...UNCACHED_FORM })
  return (
    <GroupPage
      title="Vacation"
      id="vacation"
      fields={vacationFields}
      answer={answer}
      send={(body) => call(settings.saveVacation, { body })}
      intro="For the days on which you do not roast. New orders get dates around these days. Orders that are already placed keep their dates."
    >
      {(form, saved) => <OpenFields of={vacationFields} form={form} saved={saved} />}
    </GroupPage>
  )
}
