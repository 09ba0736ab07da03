import { route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const wholesalePages: RouteConfigEntry[] = [
  route('wholesale/apply', 'wholesale/apply/apply.tsx'),
  route('wholesale/join', 'wholesale/account/join.tsx'),
  route('wholesale/standing', 'wholesale/standing/standing.tsx'),
  route('wholesale/week', 'wholesale/week/week.tsx'),
  route('wholesale/account', 'wholesale/account/account.tsx'),
  route('admin/accounts/:pageNumber?', 'wholesale/admin/account/list.tsx'),
  route('admin/account/:id', 'wholesale/admin/account/account.tsx'),
  route('admin/quiet-accounts', 'wholesale/admin/quiet/quiet.tsx'),
  route('admin/applications/:pageNumber?', 'wholesale/admin/application/list.tsx'),
  route('admin/application/:id', 'wholesale/admin/application/review.tsx'),
]
