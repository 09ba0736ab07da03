import type { Artist } from '#shared/catalog/api/artshow.ts'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import styles from './artshow.module.css'

/** The earlier artists, each with one picture. */
export function ShownBefore({ title, artists }: { title: string; artists: Artist[] }) {
  const named = artists.filter(({ name, pictures }) => name && pictures.main[0]?.facts)
  if (named.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <ul className={`stack-4 ${styles.before}`}>
        {named.map(({ _id, name, title: show, quote, pictures }) => (
          <li key={_id} className={`stack-3 ${styles.other}`}>
            <FramedPicture of={pictures.main[0]?.facts ?? null} sizes={SIZES} />
            <div>
              <h3>{name}</h3>
              <p className="italic">{show}</p>
              {quote ? <p className="above-1 soft">“{quote}”</p> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const SIZES = '(min-width: 62rem) 20vw, 32vw'
