/**
 * Loaded before a command (`node --import`): reads `.env`, if it exists, into the environment. Existing variables have
 * priority. Node's own --env-file-if-exists prints a line if the file is missing.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const FILE = join(import.meta.dirname, '../.env')
// Threads inherit the environment of the main thread.
if (isMainThread && existsSync(FILE)) process.loadEnvFile(FILE)
