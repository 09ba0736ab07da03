import { customerFile } from '#shared/backoffice/api/customer-file.ts'
import { newsletters } from '#shared/content/api/newsletters.ts'
import { IMPORT_SOURCES } from '#shared/platform/import-sources.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { ProvenDownload } from '#app/platform/account-forms/proven-download.tsx'
import { ExportProducts } from '#app/platform/admin/export-products.tsx'
import styles from './import.module.css'

const NAMES = { shopify: 'for Shopify', woocommerce: 'for WooCommerce', own: 'as our own file' }
const FORMATS = { shopify: { format: 'shopify' }, woocommerce: { format: 'woocommerce' }, own: {} }

/** The files for moving to another shop. They can also be imported here again. */
export function Exports() {
  return (
    <section className={`stack-2 ${styles.part}`} aria-labelledby="out">
      <h2 id="out">Move out</h2>
      <p>
        You can take your products and customers with you. These files have the columns that the other shop
        imports. Pictures are links to this shop, so keep it running until the other shop has fetched them.
      </p>
      <dl className={`stack-2 ${styles.exports}`}>
        <div>
          <dt>Products</dt>
          <dd className="row-1-2">
            {IMPORT_SOURCES.map((format) => (
              <ExportProducts
                key={format}
                filters={FORMATS[format]}
                label={`Products ${NAMES[format]}`}
                look="line"
              />
            ))}
          </dd>
        </div>
        <div>
          <dt>Customers</dt>
          <dd className="row-1-2">
            {IMPORT_SOURCES.map((format) => (
              <ProvenDownload key={format} to={urlOf(customerFile.export, { query: { format } })}>
                {`Customers ${NAMES[format]}`}
              </ProvenDownload>
            ))}
          </dd>
        </div>
        <div>
          <dt>Newsletter</dt>
          <dd className="row-1-2">
            <ProvenDownload to={urlOf(newsletters.subscribers, {})}>
              Subscribers with their consents
            </ProvenDownload>
          </dd>
        </div>
      </dl>
    </section>
  )
}
