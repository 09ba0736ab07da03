import { route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const backofficePages: RouteConfigEntry[] = [
  route('admin', 'backoffice/today/today.tsx', { id: 'admin-today' }),
  route('admin/import', 'backoffice/import/import.tsx', { id: 'admin-import' }),
  route('admin/import/:id', 'backoffice/import/run.tsx', { id: 'admin-import-run' }),
  route('admin/import/:id/:pageNumber', 'backoffice/import/run.tsx', { id: 'admin-import-run-page' }),
  route('admin/setup', 'backoffice/setup/setup.tsx'),
  route('admin/settings', 'backoffice/settings/settings.tsx'),
  ...[
    'vacation',
    'announcement',
    'business',
    'selling',
    'returns',
    'subscribing',
    'roasting',
    'gift-cards',
  ].map((group) =>
    route(`admin/settings/${group}`, 'backoffice/settings/groups.tsx', { id: `settings-${group}` }),
  ),
  route('admin/settings/hours', 'backoffice/settings/hours.tsx'),
  route('admin/settings/parcels', 'backoffice/settings/parcels.tsx'),
  route('admin/settings/pay-methods', 'backoffice/settings/pay-methods.tsx'),
  route('admin/rehearsal', 'backoffice/rehearsal/rehearsal.tsx'),
  route('admin/record', 'backoffice/change-log/change-log.tsx', { id: 'admin-record' }),
  route('admin/record/:pageNumber', 'backoffice/change-log/change-log.tsx', { id: 'admin-record-page' }),
]
