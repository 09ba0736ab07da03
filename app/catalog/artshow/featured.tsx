import type { Artist } from '#shared/catalog/api/artshow.ts'
import { Band } from '#app/platform/ui/band.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Carousel } from '#app/platform/ui/carousel.tsx'
import { useViewerUrl } from '#app/platform/ui/viewer-url.ts'
import { Viewer } from '#app/platform/ui/viewer.tsx'
import { instagramUrl, websiteUrl } from '#shared/catalog/artist-links.ts'
import styles from './featured.module.css'
import { Work } from './work.tsx'

/** The featured artist: a carousel of the main works, a text beside it, and the other works in a grid below. */
export function Featured({ artist }: { artist: Artist }) {
  const { main, other } = artist.pictures
  const worksOf = artist.name ? `Works by ${artist.name}` : 'Works of the show'
  const works = [...main, ...other].flatMap(({ file, facts }) => (facts ? [{ file, facts }] : []))
  const viewer = useViewerUrl('work', works.length)
  const enlarge = (file: string) => viewer.show(works.findIndex((work) => work.file === file))
  return (
    <article>
      <div className={styles.show}>
        <Carousel
          className={styles.carousel}
          label={worksOf}
          slides={main.map((work, index) => ({
            key: work.file,
            label: work.facts?.alt ?? '',
            content: <Work work={work} sizes={LARGE} priority={index === 0} enlarge={enlarge} />,
          }))}
        />
        <ArtistText artist={artist} />
      </div>
      <div className={styles.bands}>
        <Band text="FEATURED" hasPauseButton={false} />
        <Band text="FEATURED" reverse />
        <Band text="FEATURED" hasPauseButton={false} />
      </div>
      {other.length > 0 ? (
        <section aria-label={artist.name ? `More by ${artist.name}` : 'More of the show'}>
          <ul className={`stack-3 ${styles.grid}`}>
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

function ArtistText({ artist: { name, title, script, instagram, website } }: { artist: Artist }) {
  const profile = instagramUrl(instagram)
  const site = websiteUrl(website)
  return (
    <div className={styles.text}>
      {name ? <h2 className={styles.name}>{name}</h2> : null}
      {title ? <p className={styles.title}>{title}</p> : null}
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
const SMALL = '(min-width: 87.5rem) 25rem, (min-width: 48rem) 28vw, 80vw'
