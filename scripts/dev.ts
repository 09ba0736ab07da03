/**
 * `npm run dev`: runs the shop. Edited pages reload in the browser; after a change of server code, `node --watch`
 * restarts the shop.
 */
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
