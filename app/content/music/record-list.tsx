import styles from './music.module.css'
import records from '#imagery/records.json'
import type { ReactNode } from 'react'

/** The records that the sandbox player plays, each with the hour at which the cafe plays it. */
export function RecordList() {
  return (
    <section aria-labelledby="record-list">
      <div className={`grid pad-top-3 rule ${styles.intro}`}>
        <h2 id="record-list">What plays in the cafe</h2>
        <p>
          A day at the bar in eight records. We made up the bands, the titles and the sleeves, and wrote one
          piece for each; the player has them. The hours are real. Come in and hear what is on.
        </p>
      </div>
      <ol className={`grid halves-36 ${styles.wall}`}>
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
      <div className={`box mat ${styles.sleeve}`}>
        <SleeveArt of={sleeve} />
      </div>
      <div className={styles.label}>
        <p className={styles.hour}>{hour}</p>
        <h3>{title}</h3>
        <p className={`italic ${styles.artist}`}>{artist}</p>
        <p>{note}</p>
        <dl className={`grid above-1 soft ${styles.sides}`}>
          <dt>A</dt>
          <dd>{sides[0]}</dd>
          <dt>B</dt>
          <dd>{sides[1]}</dd>
        </dl>
      </div>
    </article>
  )
}

type Sleeve = 'sunrise' | 'queue' | 'lines' | 'stones' | 'window' | 'arches' | 'rain' | 'moon'

/** An invented record of the sandbox playlist. `hour` is the time at which the cafe plays it. */
type CafeRecord = {
  hour: string
  title: string
  artist: string
  note: string
  sides: [string, string]
  sleeve: Sleeve
}

const RECORDS = records as CafeRecord[]

const PAPER = '#f4efe6'
const INK = '#1c1a17'
const SUN = '#c8452f'
const OCHRE = '#e0a526'
const SAGE = '#8fa68a'
const MOSS = '#4f5d3a'
const NIGHT = '#22242b'

/** The front of a record sleeve, 100 by 100 units. */
function SleeveArt({ of: sleeve }: { of: Sleeve }) {
  return (
    <svg viewBox="0 0 100 100" width="400" height="400" aria-hidden="true" focusable="false">
      {ART[sleeve]}
    </svg>
  )
}

const sheet = (fill: string) => <rect width="100" height="100" fill={fill} />

const ART: { [S in Sleeve]: ReactNode } = {
  sunrise: (
    <>
      {sheet(PAPER)}
      <circle cx="50" cy="64" r="24" fill={SUN} />
      <path d="M0 64H100V100H0Z" fill={OCHRE} />
      <path d="M0 76H100M0 88H100" stroke={PAPER} strokeWidth="2" />
    </>
  ),
  queue: (
    <>
      {sheet(OCHRE)}
      {[14, 23, 32, 41, 50, 59, 68, 77, 86].map((x, index) => (
        <path
          key={x}
          d={`M${x} 84V${index === 6 ? 30 : 40}`}
          stroke={index === 6 ? SUN : INK}
          strokeWidth="5"
        />
      ))}
      <path d="M0 84H100" stroke={INK} strokeWidth="1.5" />
    </>
  ),
  lines: (
    <>
      {sheet(SAGE)}
      <path d="M12 70C30 20 40 20 46 50S60 86 66 56 80 24 90 34" fill="none" stroke={INK} strokeWidth="2" />
      <circle cx="66" cy="26" r="7" fill={PAPER} />
    </>
  ),
  stones: (
    <>
      {sheet(PAPER)}
      <ellipse cx="50" cy="80" rx="26" ry="9" fill={INK} />
      <ellipse cx="47" cy="64" rx="19" ry="8" fill={SUN} />
      <ellipse cx="52" cy="50" rx="14" ry="7" fill={MOSS} />
      <ellipse cx="49" cy="38" rx="10" ry="6" fill={OCHRE} />
      <ellipse cx="51" cy="28" rx="6" ry="4.5" fill={INK} />
    </>
  ),
  window: (
    <>
      {sheet(SUN)}
      <path d="M18 16H46V44H18ZM54 16H82V44H54ZM18 52H46V80H18ZM54 52H82V80H54Z" fill={PAPER} />
      <path d="M54 52H82V80Z" fill={OCHRE} />
      <path d="M18 16H46V44Z" fill={OCHRE} />
    </>
  ),
  arches: (
    <>
      {sheet(MOSS)}
      <path d="M10 100V54A40 40 0 0 1 90 54V100Z" fill={SAGE} />
      <path d="M24 100V58A26 26 0 0 1 76 58V100Z" fill={OCHRE} />
      <path d="M37 100V62A13 13 0 0 1 63 62V100Z" fill={INK} />
    </>
  ),
  rain: (
    <>
      {sheet(PAPER)}
      <path
        d="M14 0 6 34M34 0 22 48M54 0 44 40M74 0 60 58M94 0 84 36M98 30 90 62M30 62 26 78M70 66 66 84"
        stroke={NIGHT}
        strokeWidth="1.6"
      />
      <path d="M26 84A24 24 0 0 1 74 84Z" fill={SUN} />
      <path d="M50 84V96" stroke={INK} strokeWidth="2" />
    </>
  ),
  moon: (
    <>
      {sheet(NIGHT)}
      <circle cx="64" cy="36" r="17" fill={PAPER} />
      <circle cx="57" cy="32" r="15" fill={NIGHT} />
      <path d="M0 82Q30 68 54 80T100 76V100H0Z" fill={MOSS} />
      <circle cx="22" cy="24" r="1.2" fill={OCHRE} />
      <circle cx="36" cy="46" r="1.2" fill={OCHRE} />
      <circle cx="86" cy="58" r="1.2" fill={OCHRE} />
    </>
  ),
}
