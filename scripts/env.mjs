/**
 * Loaded before a command (`node --import`). Reads the file `.env`, if it exists, into the environment. Variables that
 * are already set have priority. Node's own --env-file-if-exists is not used, because it prints a line if the file is
 * missing.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const FILE = join(import.meta.dirname, '../.env')
// Runs only in the main thread, because other threads inherit its environment.
if (isMainThread && existsSync(FILE)) process.loadEnvFile(FILE)
