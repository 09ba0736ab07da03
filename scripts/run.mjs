/**
 * Runs `npm run backup`, `restore` and `admin`. Installs missing packages first, because a restore may run on a new
 * machine. Runs on Node 20 or newer.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installIfNeeded, NODE, runNode } from './install.mjs'

const [command, ...words] = process.argv.slice(2)
if (!existsSync(NODE)) installIfNeeded('server')
// The shop's cache (server/start.mjs): without it, each command would load the TypeScript compiler and compile all files.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../.cache/compiled')
process.exit(runNode(['--import', './scripts/env.mjs', `scripts/${command}.ts`, ...words]))
