/** The addresses of the desk's pages about invoices. */
export const LIST = '/admin/invoices'
export const invoiceDesk = (id: string) => `/admin/invoice/${id}`
export const ledgerPath = (id: string) => `/admin/ledger/${id}`
