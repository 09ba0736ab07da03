import { route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const wholesalePages: RouteConfigEntry[] = [
  route('wholesale/invoices', 'wholesale/invoices/own-invoices.tsx'),
  route('wholesale/invoice/:id', 'wholesale/invoices/invoice-link.tsx'),
  route('admin/invoices/:pageNumber?', 'wholesale/ledger/invoice-list.tsx'),
  route('admin/invoice/:id', 'wholesale/ledger/invoice.tsx'),
  route('admin/ledger/:id', 'wholesale/ledger/account.tsx'),
  route('admin/ageing', 'wholesale/ledger/ageing.tsx'),
  route('admin/invoicing', 'wholesale/ledger/settings.tsx'),
]
