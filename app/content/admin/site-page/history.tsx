import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sitePages, type EditedSitePage, type PageVersion } from '#shared/content/api/site-pages.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import styles from './site-page.module.css'
import { stampText } from './site-page-list.tsx'
import { Changes, useAction } from './publication.tsx'
import type { PageForm } from './use-page-form.ts'

/** The published versions, newest first. Each can be compared with what visitors see, and restored. */
export function History({ page: { _id: id, path }, form }: { page: EditedSitePage; form: PageForm }) {
  const isMail = path === null
  const list = useQuery(ask(sitePages.versions, { params: { id } }))
  const [opened, setOpened] = useState('')
  return (
    <section className="stack-2 items-left pad-top-3 rule" aria-label="History">
      <h2 className="visually-hidden">History</h2>
      {list.isError ? <LoadError error={list.error} retry={list.refetch} /> : null}
      <ol className="stack-2 full-width">
        {list.data?.map((version) => (
          <li key={version._id} className={`stack-1 items-left rule-below ${styles.item}`}>
            <p>
              <strong>{nameOf(version)}</strong>
              {version.restoredFrom
                ? `, restored from ${formatDate(version.restoredFrom, 'shortDayAndTime')}`
                : ''}
              {version.state === 'past'
                ? ''
                : ` (${isMail && version.state === 'live' ? 'in use' : STATES[version.state]})`}
            </p>
            {version.state === 'past' ? (
              <Button
                look="line"
                aria-expanded={opened === version._id}
                aria-label={`Compare: ${nameOf(version)}`}
                onClick={() => setOpened(opened === version._id ? '' : version._id)}
              >
                Compare and restore
              </Button>
            ) : null}
            {opened === version._id && version.state === 'past' ? (
              <OldVersion id={id} versionId={version._id} form={form} />
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}

const STATES = { live: 'visitors see it', scheduled: 'scheduled' }

function nameOf({ at, by }: PageVersion): string {
  return at ? stampText({ at, by }) : 'The original texts'
}

function OldVersion({ id, versionId, form }: { id: string; versionId: string; form: PageForm }) {
  const params = { id, versionId }
  const version = useQuery(ask(sitePages.version, { params }))
  const act = useAction(form)
  if (version.isError) return <LoadError error={version.error} retry={version.refetch} />
  if (!version.data) return <Spinner what="Comparing" />
  return (
    <div className="stack-2 items-left full-width pad-2 box mat">
      <p>If you restore it, this changes for visitors at once:</p>
      <Changes of={version.data.changes} />
      <Button
        busy={act.isPending}
        onClick={() =>
          act.mutate({
            run: () => call(sitePages.restore, { params }),
            done: 'Restored: visitors see this version again',
          })
        }
      >
        Restore this version
      </Button>
    </div>
  )
}
