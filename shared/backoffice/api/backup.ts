/** The backup that an admin downloads with the browser. */
import { contract } from '#shared/platform/api/endpoint.ts'

export const backup = contract({
  take: {
    method: 'GET',
    path: '/api/backup',
    access: 'owner',
    needsProof: true,
    summary: 'One file with all current data and uploads; `npm run restore` restores it',
    reply: { file: 'application/gzip' },
  },
})
