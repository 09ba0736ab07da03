import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { demo } from '#shared/backoffice/api/demo.ts'
import type { SetupChecklist } from '#shared/backoffice/api/setup.ts'
import { ask } from '#app/platform/api/query.ts'
import { roleOfUser } from '#shared/people/api/users.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { Items, progressOf, useChecklist } from '#app/platform/admin/checklist.tsx'
import { DemoData } from '#app/platform/admin/demo-data.tsx'
import { SERVICE_NAMES } from '#app/platform/admin/service-names.ts'
import styles from './setup.module.css'

/** The setup checklist, and everything that is still demo or sandbox. */
export default function Setup() {
  return (
    <AdminPage>
      {(user) => (
        <div className="stack-6 measure-wide">
          <Checklist />
          {roleOfUser(user) === 'owner' ? <DemoData /> : null}
          <OriginalPages />
        </div>
      )}
    </AdminPage>
  )
}

function Checklist() {
  const { answer, skip, hide, isBusy } = useChecklist()
  if (answer.isError && !answer.data) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) return <AdminLoading what="checklist" />
  const { items, isHidden } = answer.data
  const { done, all } = progressOf(answer.data)
  return (
    <>
      <section className="stack-3 measure-wide" aria-labelledby="checklist">
        <h2 id="checklist">Checklist</h2>
        <p>
          {done} of {all} done. Each item is marked as done automatically.
        </p>
        <Items of={items} skip={skip} isBusy={isBusy} />
        <p>
          <Button look="line" busy={isBusy} onClick={() => hide(!isHidden)}>
            {isHidden ? 'Show it on Today' : 'Do not show it on Today'}
          </Button>
        </p>
      </section>
      <Sandboxes of={answer.data} />
    </>
  )
}

function Sandboxes({ of: { sandboxes } }: { of: SetupChecklist }) {
  return (
    <section className="stack-3 measure-wide" aria-labelledby="sandboxes">
      <h2 id="sandboxes">Sandboxes</h2>
      {sandboxes.length === 0 ? <p>All services are live.</p> : null}
      <ul className={`stack-1 ${styles.services}`}>
        {sandboxes.map(({ service, mode }) => {
          const { name, by, sandbox } = SERVICE_NAMES[service]
          return (
            <li key={service}>
              <strong>{name}</strong> ({by}):{' '}
              {mode === 'none' ? 'not connected' : `${KINDS[mode]}, ${sandbox}`}
            </li>
          )
        })}
      </ul>
      {sandboxes.length > 0 ? (
        <p>
          <Link to="/admin/services">Connect them under Services</Link>
        </p>
      ) : null}
    </section>
  )
}

const KINDS = { test: 'a test account', sandbox: 'a sandbox' }

function OriginalPages() {
  const { data } = useQuery(ask(demo.counts, {}))
  if (!data || data.originalPages.length === 0) return null
  return (
    <section className="stack-3 measure-wide" aria-labelledby="original-pages">
      <h2 id="original-pages">Pages with the original texts</h2>
      <p>
        {data.originalPages.join(', ')}. <Link to="/admin/pages">Edit the pages</Link>
      </p>
    </section>
  )
}
