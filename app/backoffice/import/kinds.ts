/** What the screens say about each kind of import. */
import type { ImportKind } from '#shared/backoffice/api/imports.ts'
import { capitalized } from '#shared/kernel/counts.ts'

type KindTexts = {
  /** One and several of what is imported. */
  one: string
  many: string
  /** The page of the desk that lists them. */
  list: string
  /** The page of one of them. */
  pathOf: (id: string) => string
  /** What the owner does next. */
  next: string
  /** Whether it comes from another shop, which the address of the page names. */
  isOfShop: boolean
}

export const KIND_TEXTS: Record<ImportKind, KindTexts> = {
  products: {
    one: 'product',
    many: 'products',
    list: '/admin/productlist',
    pathOf: (id) => `/admin/product/${id}/edit`,
    next: 'Next: customers and pictures',
    isOfShop: true,
  },
  customers: {
    one: 'customer',
    many: 'customers',
    list: '/admin/userlist',
    pathOf: (id) => `/admin/user/${id}/edit`,
    next: 'Next: pictures',
    isOfShop: true,
  },
  accounts: {
    one: 'account',
    many: 'accounts',
    list: '/admin/accounts',
    pathOf: (id) => `/admin/accounts/${id}`,
    next: 'Import another file',
    isOfShop: false,
  },
  'price-lists': {
    one: 'price list',
    many: 'price lists',
    list: '/admin/price-lists',
    pathOf: (id) => `/admin/price-list/${id}/edit`,
    next: 'Import another file',
    isOfShop: false,
  },
  'open-invoices': {
    one: 'open invoice',
    many: 'open invoices',
    list: '/admin/invoices',
    pathOf: (id) => `/admin/invoice/${id}`,
    next: 'Import another file',
    isOfShop: false,
  },
}

/** 'Price lists'. */
export function titleOf(kind: ImportKind): string {
  return capitalized(KIND_TEXTS[kind].many)
}
