import { route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const backofficePages: RouteConfigEntry[] = [
  route('admin', 'backoffice/today/today.tsx', { id: 'admin-today' }),
  route('admin/import', 'backoffice/import/import.tsx', { id: 'admin-import' }),
  route('admin/import/:id/:pageNumber?', 'backoffice/import/run.tsx'),
  route('admin/guide', 'backoffice/guide/guide.tsx'),
  route('admin/services', 'backoffice/services/services.tsx'),
  route('admin/connections', 'backoffice/connections/connections.tsx'),
  route('admin/webhook/:id', 'backoffice/connections/webhook.tsx'),
  route('admin/parts', 'backoffice/parts/parts.tsx'),
  route('admin/setup', 'backoffice/setup/setup.tsx'),
  route('admin/settings', 'backoffice/settings/settings.tsx'),
  route('admin/settings/:group', 'backoffice/settings/groups.tsx'),
  route('admin/settings/hours', 'backoffice/settings/hours.tsx'),
  route('admin/settings/parcels', 'backoffice/settings/parcels.tsx'),
  route('admin/settings/pay-methods', 'backoffice/settings/pay-methods.tsx'),
  route('admin/rehearsal', 'backoffice/rehearsal/rehearsal.tsx'),
  route('admin/record/:pageNumber?', 'backoffice/change-log/change-log.tsx'),
]
