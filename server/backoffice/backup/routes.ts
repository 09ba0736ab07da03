import type { backup } from '#shared/backoffice/api/backup.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { downloadBackup } from './download.ts'

export const backupRoutes: Handlers<typeof backup> = {
  take: ({ shop, user }) => downloadBackup(shop, user),
}
