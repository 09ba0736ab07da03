import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { events } from '#shared/content/api/events.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { eventPath } from '#shared/platform/record-paths.ts'
import { seatsText, timeText } from '#app/content/events/event-text.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import styles from './home.module.css'

const SHOWN_EVENTS = 3

/** The query of the section, for the page's loader. */
export const comingEvents = ask(events.list, {})

/** The next events. Renders nothing if none is planned. */
export function ComingEvents() {
  const { data } = useQuery(comingEvents)
  const next =
    data?.events.filter(({ state }) => state === 'open' || state === 'full').slice(0, SHOWN_EVENTS) ?? []
  if (next.length === 0) return null
  return (
    <section className="stack-3" aria-labelledby="coming-events">
      <h2 id="coming-events" className={styles.title}>
        Come and sit with us
      </h2>
      <ul className="grid rule">
        {next.map((event) => (
          <li key={event._id} className={`align-baseline pad-y-2 rule-below lining ${styles.event}`}>
            <time dateTime={event.startsAt} className={styles.when}>
              {formatDate(event.startsAt, 'weekdayShortMonth')}, {timeText(event.startsAt)}
            </time>
            <h3>
              <Link to={eventPath(event)} className={styles.link}>
                {event.title}
              </Link>
            </h3>
            <p className="italic">{seatsText(event)}</p>
          </li>
        ))}
      </ul>
      <ButtonLink look="line" to="/events" className={styles.all}>
        All events
      </ButtonLink>
    </section>
  )
}
