import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { imports, type ImportRun } from '#shared/backoffice/api/imports.ts'
import { IMPORT_SOURCES, type ImportSource } from '#shared/platform/import-sources.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { usePart } from '#app/platform/api/business.ts'
import { ask } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import cards from '#app/platform/admin/card-links.module.css'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { Exports } from './exports.tsx'
import styles from './import.module.css'
import { titleOf } from './kinds.ts'
import { Pictures } from './pictures.tsx'
import { UploadFile } from './upload.tsx'
import { WholesaleFiles } from './wholesale-files.tsx'

/** Imports products, customers and pictures from another shop, and exports them. */
export default function MoveIn() {
  return <AdminPage>{() => <Steps />}</AdminPage>
}

function Steps() {
  const [query] = useSearchParams()
  const from = IMPORT_SOURCES.find((source) => source === query.get('from'))
  const answer = useQuery(ask(imports.list, {}))
  return (
    <div className="stack-6">
      <WhereFrom from={from} />
      {from ? <FromShop key={from} from={from} /> : null}
      {usePart('wholesale') === 'on' ? <WholesaleFiles /> : null}
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
      <li className="stack-2 pad-top-3 rule-soft">
        <h2>Products</h2>
        <p>{shop.products}</p>
        <UploadFile kind="products" />
      </li>
      <li className="stack-2 pad-top-3 rule-soft">
        <h2>Customers</h2>
        <p>{shop.customers}</p>
        <p className="measure-form soft">
          Customers keep their name, email and addresses. They set a new password with “Forgot password?” at
          their first visit. Accounts that exist already stay as they are.
        </p>
        <UploadFile kind="customers" />
      </li>
      <li className="stack-2 pad-top-3 rule-soft">
        <h2>Pictures</h2>
        <p>{shop.pictures}</p>
        <Pictures />
      </li>
    </ol>
  )
}

type Texts = { name: string; about: string; products: string; customers: string; pictures: string }

/** What the screen says about each shop that people come from. */
const SHOPS: Record<ImportSource, Texts> = {
  shopify: {
    name: 'Shopify',
    about: 'The CSV files that Shopify exports',
    products:
      'In Shopify, open Products and choose Export, all products, plain CSV file. Shopify downloads the file or sends it to you by email.',
    customers:
      'In Shopify, open Customers and choose Export, all customers, plain CSV file. The link in the email works for some days.',
    pictures:
      'The first two pictures of each product are fetched from Shopify in the background while your shop there is still open.',
  },
  woocommerce: {
    name: 'WooCommerce',
    about: 'The CSV files of WooCommerce and its export plugins',
    products:
      'In WordPress, open Products and choose Export above the list. Leave all columns and all categories selected, and choose Generate CSV.',
    customers:
      'Export users with a plugin such as “Import Export WordPress Users and WooCommerce Customers”, with all columns. WooCommerce’s own report (Analytics, Customers, Download) works too, but has no streets.',
    pictures:
      'The first two pictures of each product are fetched from WordPress in the background while your site is still online.',
  },
  own: {
    name: 'Another shop',
    about: 'A CSV file that you make, or an export of this shop',
    products:
      'Export the products below for a file with all columns, and fill it in a spreadsheet. Each row is a size of a product; rows with the same name are one product.',
    customers:
      'The columns are Name, Email, Newsletter, Recipient, Address, Address 2, City, State, ZIP, Country and Phone; only Name and Email are required. Each row is an address; rows with the same email are one customer.',
    pictures:
      'Name each picture after the SKU of its product, such as KOKE-340.jpg, and choose all files here. You can also add them in the form of each product.',
  },
}

/** The last imports. */
function Runs({ of: runs }: { of: ImportRun[] }) {
  return (
    <section className={`stack-2 ${styles.part}`} aria-labelledby="last">
      <h2 id="last">Last imports</h2>
      <Table label="Last imports" columns={COLUMNS} rows={runs} keyOf={({ _id }) => _id} />
    </section>
  )
}

const COLUMNS: Column<ImportRun>[] = [
  {
    name: 'FILE',
    of: ({ _id, fileName }) => <Link to={`/admin/import/${_id}`}>{fileName}</Link>,
    rowHeader: true,
    title: true,
  },
  { name: 'KIND', of: ({ kind }) => titleOf(kind), inline: true },
  {
    name: 'WHEN',
    of: ({ createdAt }) => formatDate(createdAt, 'shortDayAndTime'),
    noWrap: true,
    inline: true,
  },
  { name: 'STATE', of: stateOf, inline: true },
]

function stateOf({ state, done, counts, skipped }: ImportRun): string {
  const left = counts.broken + skipped
  switch (state) {
    case 'reading':
      return 'Reading the file'
    case 'ready':
      return 'Ready to import'
    case 'running':
      return `Importing, ${formatNumber(done)} of ${formatNumber(counts.create + counts.change)}`
    case 'done':
      return `Done, ${formatNumber(done)} imported${left > 0 ? `, ${formatNumber(left)} left out` : ''}`
    case 'cancelled':
      return `Canceled, ${formatNumber(done)} imported`
    case 'failed':
      return 'Cannot be read'
  }
}
