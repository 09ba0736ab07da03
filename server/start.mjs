/**
 * The entry point: sets production mode and the compile cache before any other module is loaded, then starts the shop:
 * from its bundle (scripts/bundle-server.ts), or from its sources if they have changed since, or if RUN_SOURCES is set.
 * This file is JavaScript, because a TypeScript file that is not in the cache would load the compiler (15 MB).
 */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { isBundled } from '../scripts/stamps.mjs'

// React reads this when it is loaded. Its production mode is several times as fast as its development mode.
process.env.NODE_ENV ??= 'production'
// Stores stripped and compiled code, so that later starts reuse it. The database thread uses this variable too.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../.cache/compiled')
enableCompileCache()

const useBundle = !process.env.RUN_SOURCES && isBundled()
const { main } = await import(useBundle ? '../build/server/main.js' : './main.ts')
await main()
flushCompileCache()
