import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { events, type ShopEvent } from '#shared/content/api/events.ts'
import { eventPath } from '#shared/platform/record-paths.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { Framed } from '#app/platform/ui/framed.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { placeText, priceText, seatsText, timesText } from './event-text.ts'
import styles from './events.module.css'

const coming = ask(events.list, {})

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, coming)
export const clientLoader = () => askBriefly(coming)

/** The coming events, the next one first. */
export default function Events() {
  const { roasters, place } = useBusiness()
  const { data, error, isPending, refetch } = useQuery(coming)
  return (
    <>
      <PageHead
        title="Events"
        description={`Cuppings, classes and openings at ${roasters} in ${place.city}, ${place.state}, with the seats that are left.`}
        path="/events"
        picture={data?.events[0]?.picture}
      />
      <PageTitle title="Events">Cuppings, classes, openings: come and sit with us.</PageTitle>
      {isPending ? <Spinner what="Loading the events" /> : null}
      {error && !data ? <LoadError error={error} retry={refetch} /> : null}
      {data?.events.length === 0 ? (
        <p className="lead italic">Nothing is planned right now. The next event appears here.</p>
      ) : null}
      {data && data.events.length > 0 ? (
        <ul className={`rule ${styles.list}`}>
          {data.events.map((event, index) => (
            <li key={event._id}>
              <Row event={event} isFirst={index === 0} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function Row({ event, isFirst }: { event: ShopEvent; isFirst: boolean }) {
  const { place } = useBusiness()
  return (
    <article className={`grid rule-below ${styles.row}`} data-without-picture={!event.picture || undefined}>
      {event.picture ? (
        <Framed className={styles.frame}>
          <Picture of={event.picture} alt="" sizes={SIZES} priority={isFirst} className="full-width" />
        </Framed>
      ) : null}
      <div className={`stack-1 packed may-shrink ${styles.text}`}>
        <p className={styles.when}>
          <time dateTime={event.startsAt}>{timesText(event)}</time>
        </p>
        <h2>
          <Link to={eventPath(event)} className={styles.link}>
            {event.title}
          </Link>
        </h2>
        <p>{placeText(event, place)}</p>
        <p className={`row-0-2 italic lining ${styles.seats}`} data-state={event.state}>
          {seatsText(event)}
          {event.state === 'cancelled' ? null : <span className="soft">{priceText(event)}</span>}
        </p>
      </div>
    </article>
  )
}

const SIZES = '(min-width: 62rem) 22rem, (min-width: 48rem) 16rem, 32vw'
