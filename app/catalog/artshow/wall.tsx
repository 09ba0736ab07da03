import { Link } from 'react-router'
import type { Work } from '#shared/catalog/api/works.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { artistPath, productPath } from '#shared/platform/record-paths.ts'
import { usePart } from '#app/platform/api/business.ts'
import { Framed } from '#app/platform/ui/framed.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import styles from './artshow.module.css'

/**
 * The works with their wall labels. Renders nothing if there are none.
 * @param isOwnPage whether it is the artist's page, whose heading is the name
 */
export function Wall({ works, isOwnPage = false }: { works: Work[]; isOwnPage?: boolean }) {
  if (works.length === 0) return null
  return (
    <section className={`pad-top-3 rule ${styles.section}`} aria-labelledby="on-the-walls">
      <h2 id="on-the-walls" className="below-4">
        On the walls
      </h2>
      <ul className={`grid halves ${styles.wall}`}>
        {works.map((work) => (
          <li key={work._id}>
            <article className="stack-2">
              <Framed className={styles.frame}>
                {work.picture ? (
                  <Picture of={work.picture} sizes={SIZES} className={styles.picture} />
                ) : (
                  <div className={styles.picture} />
                )}
              </Framed>
              <WallLabel work={work} isNamed={!isOwnPage} />
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Artist, title and year, medium and size, text, and whether the work is for sale. */
function WallLabel({
  work: { _id, slug, title, artist, year, medium, dimensions, text, price, state },
  isNamed,
}: {
  work: Work
  isNamed: boolean
}) {
  const isOffered = usePart('artForSale') !== 'off'
  return (
    <div className={`self-left lining ${styles.label}`}>
      {isNamed ? <p className="caps">{artist.name}</p> : null}
      <h3 className={styles.title}>
        <cite>{title}</cite>
        {year ? `, ${year}` : ''}
      </h3>
      <p className={`soft ${styles.facts}`}>{[medium, dimensions].filter(Boolean).join(', ')}</p>
      {text ? <p className={`soft pre-line ${styles.facts}`}>{text}</p> : null}
      {isOffered ? (
        <p className="flex align-middle gap-1 target">
          {state === 'forSale' && price !== null ? (
            <Link to={productPath({ _id, slug })}>
              For sale, {formatDollars(price)}
              <span className="visually-hidden">: {title}</span>
            </Link>
          ) : null}
          {state === 'held' ? 'On hold for a buyer' : null}
          {state === 'sold' ? (
            <>
              <span className={styles.dot} aria-hidden="true" />
              Sold
            </>
          ) : null}
          {state === 'notForSale' ? 'Not for sale' : null}
        </p>
      ) : null}
    </div>
  )
}

/** The works as schema.org objects, for search engines. */
export function wallData(works: Work[], origin: string): object[] {
  return works.map(
    ({ _id: id, slug, title, artist, year, medium, dimensions, text, picture, price, state }) => ({
      '@context': 'https://schema.org',
      '@type': ['VisualArtwork', 'Product'],
      '@id': `${origin}/artshow#${id}`,
      name: title,
      creator: { '@type': 'Person', name: artist.name, url: origin + artistPath(artist) },
      ...(year ? { dateCreated: String(year) } : {}),
      ...(medium ? { artMedium: medium } : {}),
      ...(dimensions ? { size: dimensions } : {}),
      ...(text ? { description: text } : {}),
      ...(picture ? { image: origin + picture.src } : {}),
      ...(price === null
        ? {}
        : {
            offers: {
              '@type': 'Offer',
              price,
              priceCurrency: 'USD',
              availability: `https://schema.org/${state === 'forSale' ? 'InStock' : 'SoldOut'}`,
              url: origin + productPath({ _id: id, slug }),
            },
          }),
    }),
  )
}

const SIZES = '(min-width: 87.5rem) 25rem, (min-width: 48rem) 28vw, 40vw'
