/** `npm start`: installs and builds what is missing, then starts the server. Runs on Node 20 or newer. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { NODE, installIfNeeded, runNode } from './install.mjs'
import { isBuilt, isBundled } from './stamps.mjs'

const ROOT = resolve(import.meta.dirname, '..')

installIfNeeded('server')
if (!isBuilt() && runNode(['scripts/build.ts']) !== 0) process.exit(1)
// Without it the server starts from its sources, only slower.
if (!isBundled()) runNode(['scripts/bundle-server.ts'])

// The command and the flags of `npm run serve`.
const { scripts } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8'))
const [, ...serve] = scripts.serve.split(' ')
// One arena of glibc's allocator instead of one per thread: 20 MB less after load (decisions/041).
const env = { MALLOC_ARENA_MAX: '1', ...process.env }
const shop = spawn(NODE, serve, { cwd: ROOT, stdio: 'inherit', env })
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => shop.kill('SIGTERM'))
shop.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
