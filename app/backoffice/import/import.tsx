import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { imports } from '#shared/backoffice/api/imports.ts'
import { IMPORT_SOURCES, type ImportSource } from '#shared/platform/import-sources.ts'
import { ask } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import cards from '#app/platform/admin/card-links.module.css'
import { Exports } from './exports.tsx'
import styles from './import.module.css'
import { Pictures } from './pictures.tsx'
import { Runs } from './runs.tsx'
import { SHOPS } from './shops.ts'
import { UploadFile } from './upload-file.tsx'

/** Imports products, customers and pictures from another shop, and exports them. */
export default function MoveIn() {
  return (
    <AdminPage title="Move in" heading="Move in or out">
      {() => <Steps />}
    </AdminPage>
  )
}

function Steps() {
  const [query] = useSearchParams()
  const from = IMPORT_SOURCES.find((source) => source === query.get('from'))
  const answer = useQuery(ask(imports.list, {}))
  return (
    <div className="stack-6">
      <WhereFrom from={from} />
      {from ? <FromShop key={from} from={from} /> : null}
      {answer.isError ? <LoadError error={answer.error} retry={answer.refetch} /> : null}
      {answer.data && answer.data.imports.length > 0 ? <Runs of={answer.data.imports} /> : null}
      <Exports />
    </div>
  )
}

/** The choice is in the URL, so that the Back button and a reload keep it. */
function WhereFrom({ from }: { from: ImportSource | undefined }) {
  return (
    <section className={`stack-2 ${styles.part}`} aria-labelledby="where">
      <h2 id="where">Which shop do you come from?</h2>
      <ul className={`${cards.cards} ${styles.shops}`}>
        {IMPORT_SOURCES.map((source) => (
          <li key={source}>
            <Link
              to={`/admin/import?from=${source}`}
              preventScrollReset
              aria-current={source === from ? 'true' : undefined}
            >
              <strong>{SHOPS[source].name}</strong>
              <span>{SHOPS[source].about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FromShop({ from }: { from: ImportSource }) {
  const shop = SHOPS[from]
  return (
    <ol className={`stack-4 ${styles.steps}`}>
      <li>
        <h2>Products</h2>
        <p>{shop.products}</p>
        <UploadFile kind="products" />
      </li>
      <li>
        <h2>Customers</h2>
        <p>{shop.customers}</p>
        <p className="measure-form soft">
          Customers keep their name, email and addresses. They set a new password with “Forgot password?” at
          their first visit. Accounts that exist already stay as they are.
        </p>
        <UploadFile kind="customers" />
      </li>
      <li>
        <h2>Pictures</h2>
        <p>{shop.pictures}</p>
        <Pictures />
      </li>
    </ol>
  )
}
