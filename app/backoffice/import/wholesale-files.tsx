import { imports, SAMPLE_KINDS } from '#shared/backoffice/api/imports.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import styles from './import.module.css'
import { KIND_TEXTS, titleOf } from './kinds.ts'
import { UploadFile } from './upload.tsx'

/** The files of wholesale, which come from programs for accounting more often than from a shop. */
export function WholesaleFiles() {
  return (
    <section className={`stack-3 ${styles.part}`} id="wholesale" aria-labelledby="wholesale-files">
      <h2 id="wholesale-files">Wholesale</h2>
      {SAMPLE_KINDS.map((kind) => (
        <section key={kind} className="stack-2 pad-top-3 rule-soft" aria-labelledby={`file-${kind}`}>
          <h3 id={`file-${kind}`}>{titleOf(kind)}</h3>
          <p className="measure-form">{ABOUT[kind]}</p>
          <p>
            <a href={urlOf(imports.sample, { query: { kind } })} download>
              Sample file of {KIND_TEXTS[kind].many}
            </a>
          </p>
          <UploadFile kind={kind} />
        </section>
      ))}
    </section>
  )
}

const ABOUT: Record<(typeof SAMPLE_KINDS)[number], string> = {
  accounts:
    'The customer list of QuickBooks, Square or Shopify, or a file like the sample. The columns can be in any order, and only the name, an address and an email are required. Each row can have a location, a buyer and a certificate; rows with the same account are one account. No email is sent: you invite the buyers afterwards.',
  'price-lists':
    'A price in each row: the name of the list, the product with its size or the SKU, the price, and from when until when it applies. Percent off, a floor and breaks are about the whole list, and need to be in one row only. A list that exists gets the new prices and keeps the others.',
  'open-invoices':
    'The open invoices of your former program for accounting, such as the reports “Open invoices” or “A/R aging detail” of QuickBooks, or a file like the sample. Import the accounts first. The invoices keep their numbers and due dates and are owed from today on; they are no sales of this shop, and nothing is mailed. Negative amounts become credit of the account.',
}
