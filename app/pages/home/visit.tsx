import bar from '#imagery/photos/home_bar.jpg?picture'
import wallOfPrints from '#imagery/photos/home_gallery_wall.jpg?picture'
import shelves from '#imagery/photos/home_shelves.jpg?picture'
import { weekRows } from '#shared/hours.ts'
import { useBusiness } from '../../api/business.ts'
import { OpenNow } from '../../layout/visit.tsx'
import { CaptionedPicture } from '../../ui/captioned-picture.tsx'
import styles from './visit.module.css'

/** COME VISIT: address, opening hours and pictures of the cafe. */
export function Visit() {
  const { place, hours } = useBusiness()
  const { street, city, state, postalCode, mapUrl } = place
  return (
    <section id="visit" className={styles.visit} aria-labelledby="visit-title">
      <div className={styles.label}>
        <h2 id="visit-title" className={styles.title}>
          Come visit
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
        <dl className={styles.hours} aria-label="Opening hours">
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
        <div className={styles.now}>
          <OpenNow days={60} />
        </div>
      </div>
      <CaptionedPicture
        className={styles.bar}
        sizes={SIZES}
        of={bar}
        place="The bar"
        notes="oak, stone, a stool for you"
      />
      <CaptionedPicture
        className={styles.wall}
        sizes={SIZES}
        of={wallOfPrints}
        place="The wall"
        notes="seven prints, one bench"
      />
      <CaptionedPicture
        className={styles.shelves}
        sizes={SIZES}
        of={shelves}
        place="The shelves"
        notes="bags to take home"
      />
    </section>
  )
}

const SIZES = '(min-width: 62rem) 55vw, 92vw'
