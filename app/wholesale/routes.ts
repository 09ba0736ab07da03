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
  route('admin/deliveries/:day?', 'wholesale/delivery/deliveries.tsx'),
  route('admin/van-routes', 'wholesale/delivery/van-routes.tsx'),
  route('admin/run/:day/:route', 'wholesale/delivery/run.tsx'),
  route('wholesale/apply', 'wholesale/apply/apply.tsx'),
  route('wholesale/join', 'wholesale/account/join.tsx'),
  route('wholesale/account', 'wholesale/account/account.tsx'),
  route('wholesale/order', 'wholesale/order/order.tsx'),
  route('wholesale/orders', 'wholesale/order/orders.tsx'),
  route('wholesale/orders/:id', 'wholesale/order/one.tsx'),
  route('admin/account/:id/order', 'wholesale/order/desk-order.tsx'),
  route('admin/price-lists', 'wholesale/price-list/list.tsx'),
  route('admin/price-list/:id/edit', 'wholesale/price-list/edit.tsx'),
  route('admin/accounts/:pageNumber?', 'wholesale/admin/account/list.tsx'),
  route('admin/account/:id', 'wholesale/admin/account/account.tsx'),
  route('admin/applications/:pageNumber?', 'wholesale/admin/application/list.tsx'),
  route('admin/application/:id', 'wholesale/admin/application/review.tsx'),
]
