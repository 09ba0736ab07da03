import type { ReactNode } from 'react'
import { Day } from '../../ui/day.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import styles from './policy.module.css'

/** The date of the last change in any of the four policies. */
const LAST_UPDATED = '2026-11-22'

/** A section of a policy. `id` is its anchor in URLs and must not change when other sections are added. */
export type Section = { id: string; title: string; text: ReactNode }

/** A policy: a summary, a table of contents and numbered sections. */
export function PolicyPage({
  title,
  path,
  description,
  lead,
  sections,
}: {
  title: string
  path: string
  description: string
  lead: ReactNode
  sections: Section[]
}) {
  return (
    <article className={styles.policy}>
      <PageHead title={title} description={description} path={path} />
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.updated}>
          Last updated <Day of={LAST_UPDATED} />
        </p>
      </header>
      <nav className={styles.contents} aria-labelledby="contents-title">
        <h2 id="contents-title">On this page</h2>
        <ol>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>
        <p className={styles.lead}>{lead}</p>
        {sections.map(({ id, title: name, text }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>
              {index + 1}. {name}
            </h2>
            {text}
          </section>
        ))}
      </div>
    </article>
  )
}
