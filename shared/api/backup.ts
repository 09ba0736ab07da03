/** The backup that an admin saves from the browser. */
import { contract } from './endpoint.ts'

export const backup = contract({
  take: {
    method: 'GET',
    path: '/api/backup',
    access: 'admin',
    summary: 'One file with all data and uploads as they are now; `npm run restore` puts it back',
    reply: { file: 'application/gzip' },
  },
})
