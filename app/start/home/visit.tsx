import { weekRows } from '#shared/platform/hours.ts'
import type { SitePageContent } from '#shared/platform/site-pages/pages.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { OpenNow } from '#app/platform/layout/visit.tsx'
import { CaptionedPicture } from '#app/platform/ui/captioned-picture.tsx'
import home from './home.module.css'
import styles from './visit.module.css'

/** COME VISIT: address, opening hours and pictures of the cafe. */
export function Visit({ title, pictures }: { title: string; pictures: SitePageContent<'home'>['visit'] }) {
  const { place: address, hours } = useBusiness()
  const { street, city, state, postalCode, mapUrl } = address
  return (
    <section id="visit" className={`halves ${styles.visit}`} aria-labelledby="visit-title">
      <div className={`stack-3 packed ${styles.label}`}>
        <h2 id="visit-title" className={`${home.title} ${styles.title}`}>
          {title}
        </h2>
        <address className={styles.place}>
          <a href={mapUrl} rel="noreferrer" target="_blank">
            {city}, {state}
            <span className="visually-hidden">, map in a new window</span>
          </a>
          <span>
            {street}, {city}, {state} {postalCode}
          </span>
        </address>
        <dl className={`pad-top-2 rule-soft figures ${styles.hours}`} aria-label="Opening hours">
          {weekRows(hours.week).map(({ days, text, spoken }) => (
            <div key={days}>
              <dt className="visually-hidden">Open</dt>
              <dd>
                <span aria-hidden="true">{`${days} ${text}`}</span>
                <span className="visually-hidden">{spoken}</span>
              </dd>
            </div>
          ))}
        </dl>
        <div className={`lining ${styles.now}`}>
          <OpenNow days={60} />
        </div>
      </div>
      {pictures.map(({ id, picture, place, notes }, index) =>
        picture ? (
          <CaptionedPicture
            key={id}
            className={PLACES[index]}
            sizes={SIZES}
            of={picture}
            place={place}
            notes={notes}
          />
        ) : null,
      )}
    </section>
  )
}

const SIZES = '(min-width: 62rem) 55vw, 92vw'

const PLACES = [styles.bar, styles.wall, styles.shelves]
