/**
 * `npm run backup`, `restore` and `admin`: runs the command after installing missing packages, for example after the loss
 * of a disk. Runs on any Node from 20 on.
 */
import { existsSync } from 'node:fs'
import { installIfNeeded, NODE, runNode } from './install.mjs'

const [command, ...words] = process.argv.slice(2)
if (!existsSync(NODE)) installIfNeeded('server')
process.exit(runNode(['--import', './scripts/env.mjs', `scripts/${command}.ts`, ...words]))
