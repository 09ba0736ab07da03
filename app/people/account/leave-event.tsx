import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { events } from '#shared/content/api/events.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import chairs from '#imagery/photos/gallery_18.jpg?picture'
import { usePart } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LinkPage } from '#app/platform/account-forms/link-page.tsx'
import { linkPageHeaders } from '#app/platform/account-forms/link-token.ts'

export const headers = linkPageHeaders

const caption = { place: 'Your seat', notes: 'free for the next guest' }

/** Cancels a sign-up for an event, with the mailed link. */
export default function LeaveEvent() {
  const { id = '' } = useParams()
  const isOff = usePart('events') === 'off'
  const { data: event } = useQuery(ask(events.one, { params: { id } }))
  return (
    <LinkPage
      title="Cannot come?"
      subtitle="Cancel, and someone else can have your seat."
      picture={chairs}
      caption={caption}
      action="Cancel my sign-up"
      follow={follow}
      next={isOff ? null : <ButtonLink to="/events">See all events</ButtonLink>}
      renew="/events"
    >
      <p>
        {event
          ? `You are signed up for “${event.title}” on ${formatDate(event.startsAt, 'weekday')}.`
          : 'You are signed up for an event.'}{' '}
        Your seats go to the next person on the waiting list.
      </p>
    </LinkPage>
  )
}

/** @param token the id of the sign-up, a dot, and the signed token */
async function follow(token: string): Promise<string> {
  const dot = token.indexOf('.')
  const body = { signup: token.slice(0, dot), link: token.slice(dot + 1) }
  const { message } = await call(events.leave, { body })
  return message
}
