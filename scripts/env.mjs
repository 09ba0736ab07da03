/**
 * Loaded before a command (`node --import`): reads the settings of `.env`, where there is one, into the environment.
 * What the environment has already wins. Node's own --env-file-if-exists prints a line where there is none.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const FILE = join(import.meta.dirname, '../.env')
// Threads begin with the environment of the program.
if (isMainThread && existsSync(FILE)) process.loadEnvFile(FILE)
