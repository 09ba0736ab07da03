import { route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const paymentsPages: RouteConfigEntry[] = [
  route('admin/payments-check', 'payments/payments-check/payments-check.tsx'),
  route('admin/books', 'payments/accounting/accounting.tsx'),
  route('admin/statements', 'payments/artist-statement/statement-list.tsx'),
  route('admin/statements/:id', 'payments/artist-statement/statement.tsx'),
]
