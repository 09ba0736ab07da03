import { route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const backofficePages: RouteConfigEntry[] = [
  route('admin', 'backoffice/today/today.tsx', { id: 'admin-today' }),
  route('admin/import', 'backoffice/import/import.tsx', { id: 'admin-import' }),
  route('admin/import/:id', 'backoffice/import/run.tsx', { id: 'admin-import-run' }),
  route('admin/import/:id/:pageNumber', 'backoffice/import/run.tsx', { id: 'admin-import-run-page' }),
  route('admin/setup', 'backoffice/setup/setup.tsx'),
  route('admin/settings', 'backoffice/settings/settings.tsx'),
  route('admin/settings/hours', 'backoffice/settings/hours.tsx'),
  route('admin/settings/vacation', 'backoffice/settings/vacation.tsx'),
  route('admin/settings/announcement', 'backoffice/settings/announcement.tsx'),
  route('admin/settings/business', 'backoffice/settings/business.tsx'),
  route('admin/settings/selling', 'backoffice/settings/selling.tsx'),
  route('admin/settings/subscribing', 'backoffice/settings/subscribing.tsx'),
  route('admin/settings/roasting', 'backoffice/settings/roasting.tsx'),
  route('admin/settings/gift-cards', 'backoffice/settings/gift-cards.tsx'),
  route('admin/settings/parcels', 'backoffice/settings/parcels.tsx'),
  route('admin/rehearsal', 'backoffice/rehearsal/rehearsal.tsx'),
  route('admin/record', 'backoffice/change-log/change-log.tsx', { id: 'admin-record' }),
  route('admin/record/:pageNumber', 'backoffice/change-log/change-log.tsx', { id: 'admin-record-page' }),
]
