/** `npm run dev`: the shop with pages that reload when they are edited; `node --watch` restarts it for server code. */
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { run } from '#server/main.ts'
import { makePictures } from './pictures.ts'

await makePictures()
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
await run({
  build: () =>
    vite.ssrLoadModule('virtual:react-router/server-build') as Promise<unknown> as Promise<ServerBuild>,
  assets: null,
  files: null,
  middleware: vite.middlewares,
  mode: 'development',
})
