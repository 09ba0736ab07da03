/** Vitest setup: one PostgreSQL server for all test files of the project `postgres`; each file has its own database. */
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export default async function setup(project: TestProject) {
  const postgres = await startPostgres({ forgetful: true })
  project.provide('postgresUrl', postgres.url('postgres'))
  return () => postgres.stop()
}
