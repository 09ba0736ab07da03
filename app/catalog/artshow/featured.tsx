import { Link } from 'react-router'
import type { Artist } from '#shared/catalog/api/artshow.ts'
import { instagramUrl, websiteUrl } from '#shared/catalog/artist-links.ts'
import { artistPath } from '#shared/platform/record-paths.ts'
import { Band } from '#app/platform/ui/band.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Carousel } from '#app/platform/ui/carousel.tsx'
import { useViewerUrl } from '#app/platform/ui/viewer-url.ts'
import { Viewer } from '#app/platform/ui/viewer.tsx'
import { Enlarge } from '#app/platform/ui/enlarge.tsx'
import { Framed } from '#app/platform/ui/framed.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import styles from './artshow.module.css'

/**
 * An artist: a carousel of the main works, a text beside it, and the other works in a grid below.
 * @param isOwnPage whether it is the artist's page, whose heading is the name; otherwise the art show features the artist
 */
export function Featured({ artist, isOwnPage = false }: { artist: Artist; isOwnPage?: boolean }) {
  const { main, other } = artist.pictures
  const worksOf = artist.name ? `Works by ${artist.name}` : 'Works of the show'
  const works = [...main, ...other].flatMap(({ file, facts }) => (facts ? [{ file, facts }] : []))
  const viewer = useViewerUrl('work', works.length)
  const enlarge = (file: string) => viewer.show(works.findIndex((work) => work.file === file))
  return (
    <article>
      <div className={`grid ${styles.show}`}>
        <Carousel
          className="may-shrink"
          label={worksOf}
          slides={main.map((work, index) => ({
            key: work.file,
            label: work.facts?.alt ?? '',
            content: <Work work={work} sizes={LARGE} priority={index === 0} enlarge={enlarge} />,
          }))}
        />
        <ArtistText artist={artist} isOwnPage={isOwnPage} />
      </div>
      {isOwnPage ? null : <FeaturedBands />}
      {other.length > 0 ? (
        <section
          className={isOwnPage ? 'above-6' : undefined}
          aria-label={artist.name ? `More by ${artist.name}` : 'More of the show'}
        >
          <ul className={`grid gap-1 ${styles.others}`}>
            {other.map((work) => (
              <li key={work.file}>
                <Work work={work} sizes={SMALL} enlarge={enlarge} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Viewer
        label={worksOf}
        pictures={works.map(({ facts }) => ({ facts, caption: facts.alt }))}
        at={viewer.at}
        onShow={viewer.show}
        onClose={viewer.close}
      />
    </article>
  )
}

function FeaturedBands() {
  return (
    <div className={styles.bands}>
      <Band text="FEATURED" hasPauseButton={false} />
      <Band text="FEATURED" reverse />
      <Band text="FEATURED" hasPauseButton={false} />
    </div>
  )
}

function ArtistText({ artist, isOwnPage }: { artist: Artist; isOwnPage: boolean }) {
  const { name, title, script, instagram, website } = artist
  const profile = instagramUrl(instagram)
  const site = websiteUrl(website)
  return (
    <div className={`may-shrink ${styles.artist}`}>
      {name && !isOwnPage ? (
        <h2 className={styles.artistName}>
          <Link to={artistPath(artist)}>{name}</Link>
        </h2>
      ) : null}
      {title ? <p className={`lead italic ${styles.showTitle}`}>{title}</p> : null}
      {script ? <p className="measure above-3 pre-line">{script}</p> : null}
      {profile || site ? (
        <p className="row-2 above-3">
          {profile ? <ExternalLink to={profile} name={name} text="INSTAGRAM" /> : null}
          {site ? <ExternalLink to={site} name={name} text="WEBSITE" /> : null}
        </p>
      ) : null}
    </div>
  )
}

function ExternalLink({ to, name, text }: { to: string; name: string; text: string }) {
  return (
    <ButtonLink look="line" to={to} rel="noreferrer">
      {text}
      {name ? <span className="visually-hidden"> of {name}</span> : null}
    </ButtonLink>
  )
}

const LARGE = '(min-width: 87.5rem) 44rem, (min-width: 62rem) 48vw, 85vw'
const SMALL = '(min-width: 87.5rem) 25rem, 28vw'

type ArtistPicture = Artist['pictures']['main'][number]

/** One uncropped work in a square frame. Pressing it opens the viewer. */
function Work({
  work: { file, facts },
  sizes,
  priority,
  enlarge,
}: {
  work: ArtistPicture
  sizes: string
  priority?: boolean
  enlarge: (file: string) => void
}) {
  // Without facts, the size of the picture is unknown. This is no problem, because the frame has a fixed size.
  if (!facts)
    return (
      <Framed className={styles.frame}>
        <img src={`/uploads/${file}`} alt="" loading="lazy" className={styles.picture} />
      </Framed>
    )
  return (
    <Enlarge picture={facts} className={styles.work} open={() => enlarge(file)}>
      <Framed className={styles.frame}>
        <Picture of={facts} sizes={sizes} priority={priority} className={styles.picture} />
      </Framed>
    </Enlarge>
  )
}
