import type { customerFile } from '#shared/backoffice/api/customer-file.ts'
import type { imports } from '#shared/backoffice/api/imports.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { exportCustomers } from './customer-export.ts'
import { matchPictures, pictureProgress, retryPictures } from './picture-queue.ts'
import { receiveFile } from './receive.ts'
import { chooseCategories, listCategories } from './categories.ts'
import { sampleFile } from './samples.ts'
import { getImport, listImports, listItems } from './runs.ts'
import { cancelImport, startImport } from './start.ts'

export const importRoutes: Handlers<typeof imports> = {
  list: ({ shop }) => listImports(shop),
  products: ({ shop, user, files }) => receiveFile(shop, user, 'products', files),
  customers: ({ shop, user, files }) => receiveFile(shop, user, 'customers', files),
  accounts: ({ shop, user, files }) => receiveFile(shop, user, 'accounts', files),
  priceLists: ({ shop, user, files }) => receiveFile(shop, user, 'price-lists', files),
  openInvoices: ({ shop, user, files }) => receiveFile(shop, user, 'open-invoices', files),
  sample: ({ shop, query }) => sampleFile(shop, query),
  pictures: ({ shop }) => pictureProgress(shop),
  retryPictures: ({ shop }) => retryPictures(shop),
  matchPictures: ({ shop, user, files }) => matchPictures(shop, user, files),
  one: ({ shop, params }) => getImport(shop, params.id),
  items: ({ shop, params, query }) => listItems(shop, params.id, query),
  categories: ({ shop, params }) => listCategories(shop, params.id),
  chooseCategories: ({ shop, params, body }) => chooseCategories(shop, params.id, body),
  start: ({ shop, user, params }) => startImport(shop, user, params.id),
  cancel: ({ shop, params }) => cancelImport(shop, params.id),
}

export const customerFileRoutes: Handlers<typeof customerFile> = {
  export: ({ shop, user, query }) => exportCustomers(shop, user, query),
}
