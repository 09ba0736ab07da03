import { useQuery } from '@tanstack/react-query'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { events, type ShopEvent } from '#shared/content/api/events.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { eventPath } from '#shared/platform/record-paths.ts'
import { askByAddress, useAddress } from '#app/platform/api/addresses.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { useOrigin } from '#app/platform/api/origin.ts'
import { askInBrowser } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { Framed } from '#app/platform/ui/framed.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { eventData, placeText, priceText, seatsText, timesText } from './event-text.ts'
import styles from './events.module.css'
import { SignUp } from './sign-up.tsx'

const eventOf = (id: string | undefined) => ask(events.one, { params: { id: id ?? '' } })

export const loader = (args: LoaderFunctionArgs) => askByAddress(args, eventPath, eventOf(args.params['id']))
export const clientLoader = ({ params }: LoaderFunctionArgs) => askInBrowser(eventOf(params.id))

/** One event, with the sign-up. */
export default function EventPage() {
  const { id } = useParams()
  const { data: event, error, refetch } = useQuery(eventOf(id))
  useAddress(event && eventPath(event))
  if (event) return <Shown event={event} />
  return error ? <LoadError error={error} retry={refetch} /> : <Spinner what="Loading the event" />
}

function Shown({ event }: { event: ShopEvent }) {
  const origin = useOrigin()
  const business = useBusiness()
  return (
    <article>
      <PageHead
        title={event.title}
        description={`${timesText(event)}. ${placeText(event, business.place)}. ${seatsText(event)}.`}
        path={eventPath(event)}
        picture={event.picture}
        data={[eventData(event, origin, business)]}
        hidden={event.state === 'over'}
      />
      <p className="below-2">
        <Link to="/events" className="reach">
          All events
        </Link>
      </p>
      <h1 className={`below-4 ${styles.title}`}>{event.title}</h1>
      <div className={`grid align-top ${styles.event}`}>
        {event.picture ? (
          <Framed className={styles.frame}>
            <Picture of={event.picture} sizes={SIZES} priority className="full-width" />
          </Framed>
        ) : null}
        <div className="stack-3 may-shrink measure">
          <Facts event={event} />
          {event.text ? <p className="pre-line">{event.text}</p> : null}
          <SignUp event={event} />
        </div>
      </div>
    </article>
  )
}

function Facts({ event }: { event: ShopEvent }) {
  const { place } = useBusiness()
  return (
    <>
      <dl className={`stack-1 lining ${styles.facts}`}>
        <div className="facts-line">
          <dt className="caps">When</dt>
          <dd>
            <time dateTime={event.startsAt}>{timesText(event)}</time>
          </dd>
        </div>
        <div className="facts-line">
          <dt className="caps">Where</dt>
          <dd>{placeText(event, place)}</dd>
        </div>
        <div className="facts-line">
          <dt className="caps">Price</dt>
          <dd>{priceText(event)}</dd>
        </div>
        <div className="facts-line">
          <dt className="caps">Seats</dt>
          <dd className={styles.seats} data-state={event.state}>
            {seatsText(event)}
          </dd>
        </div>
      </dl>
      {event.state === 'open' || event.state === 'full' ? (
        <p>
          <a href={urlOf(events.calendar, { params: { id: event._id } })} className="reach">
            Add it to your calendar
          </a>
        </p>
      ) : null}
    </>
  )
}

const SIZES = '(min-width: 62rem) 40vw, 90vw'
