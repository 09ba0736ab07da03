import { useQuery } from '@tanstack/react-query'
import { settings } from '#shared/platform/api/settings.ts'
import { vacationFields } from '#shared/platform/settings/vacation.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { GroupPage, OpenFields } from './group-page.tsx'
import styles from './settings.module.css'

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
      {(form, saved) => {
        const shared = { of: vacationFields, form, saved }
        return (
          <>
            <OpenFields {...shared} names={['isOn']} />
            <div className={styles.days}>
              <OpenFields {...shared} names={['from', 'to']} />
            </div>
            <OpenFields {...shared} names={['isPaused', 'isBarClosed', 'message']} />
          </>
        )
      }}
    </GroupPage>
  )
}
