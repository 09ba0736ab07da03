import { useQuery } from '@tanstack/react-query'
import { guide } from '#shared/backoffice/api/guide.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { ask } from '#app/platform/api/query.ts'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import styles from './guide.module.css'

/** The owner's guide. Pages of the desk lead to their sections. */
export default function Guide() {
  return <AdminPage>{() => <Read />}</AdminPage>
}

function Read() {
  const answer = useQuery(ask(guide.read, {}))
  if (answer.data) return <Sections of={answer.data.sections} />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  return <AdminLoading what="guide" />
}

function Sections({ of: sections }: { of: Reply<typeof guide.read>['sections'] }) {
  return (
    <div className={styles.guide}>
      <nav aria-label="Sections of the guide" className={styles.contents}>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="stack-4">
        {sections.map(({ id, title, html }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className={`stack-2 ${styles.section}`}>
            <h2 id={`${id}-title`} tabIndex={-1}>
              {title}
            </h2>
            {/* The server makes it from the shop's own file. */}
            {/* oxlint-disable-next-line react/no-danger */}
            <div className={`stack-2 ${styles.text}`} dangerouslySetInnerHTML={{ __html: html }} />
          </section>
        ))}
      </div>
    </div>
  )
}
