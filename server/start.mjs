/**
 * The way in: settles what has to be settled before anything else is loaded, then runs the shop. JavaScript,
 * because the first TypeScript file that is not in the cache would load the compiler, 15 MB of it.
 */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// React decides as it is loaded whether it helps developers or serves visitors, which is several times as fast.
process.env.NODE_ENV ??= 'production'
// Types are stripped and code is compiled once, not at every start. The database's thread reads this too.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../.cache/compiled')
enableCompileCache()

const { main } = await import('./main.ts')
await main()
flushCompileCache()
