import { useQuery } from '@tanstack/react-query'
import { settings } from '#shared/platform/api/settings.ts'
import { announcementFields } from '#shared/platform/settings/announcement.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { GroupPage, OpenFields } from './group-page.tsx'

/** The announcement above the header. */
export default function AnnouncementPage() {
  const answer = useQuery({ ...ask(settings.announcement, {}), ...UNCACHED_FORM })
  return (
    <GroupPage
      title="Announcement"
      id="announcement"
      fields={announcementFields}
      answer={answer}
      send={(body) => call(settings.saveAnnouncement, { body })}
      intro="A bar above the header of every public page. It begins and ends automatically, and visitors can close it."
    >
      {(form, saved) => <OpenFields of={announcementFields} form={form} saved={saved} />}
    </GroupPage>
  )
}
