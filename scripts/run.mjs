/**
 * Runs `npm run backup`, `restore` and `admin`. Installs missing packages first, because a restore may run on a new
 * machine. Runs on any Node from 20 on.
 */
import { existsSync } from 'node:fs'
import { installIfNeeded, NODE, runNode } from './install.mjs'

const [command, ...words] = process.argv.slice(2)
if (!existsSync(NODE)) installIfNeeded('server')
process.exit(runNode(['--import', './scripts/env.mjs', `scripts/${command}.ts`, ...words]))
