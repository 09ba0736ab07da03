import styles from './record-list.module.css'
import { RECORDS, type CafeRecord } from './records.ts'
import { SleeveArt } from './sleeve-art.tsx'

/** The records that the sandbox player plays, each with the hour at which the cafe plays it. */
export function RecordList() {
  return (
    <section aria-labelledby="record-list">
      <div className={styles.intro}>
        <h2 id="record-list">What plays in the cafe</h2>
        <p>
          A day at the bar in eight records. We made up the bands, the titles and the sleeves, and wrote one
          piece for each; the player has them. The hours are real. Come in and hear what is on.
        </p>
      </div>
      <ol className={styles.wall}>
        {RECORDS.map((record) => (
          <li key={record.title}>
            <RecordCard record={record} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function RecordCard({ record: { hour, title, artist, note, sides, sleeve } }: { record: CafeRecord }) {
  return (
    <article className="stack-2">
      <div className={styles.sleeve}>
        <SleeveArt of={sleeve} />
      </div>
      <div className={styles.label}>
        <p className={styles.hour}>{hour}</p>
        <h3>{title}</h3>
        <p className={styles.artist}>{artist}</p>
        <p>{note}</p>
        <dl className={styles.sides}>
          <dt>A</dt>
          <dd>{sides[0]}</dd>
          <dt>B</dt>
          <dd>{sides[1]}</dd>
        </dl>
      </div>
    </article>
  )
}
