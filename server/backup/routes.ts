import type { backup } from '#shared/api/backup.ts'
import type { Handlers } from '../http/serve.ts'
import { downloadBackup } from './download.ts'

export const backupRoutes: Handlers<typeof backup> = {
  take: ({ shop, user }) => downloadBackup(shop, user),
}
