/** Vitest setup: passes on the address of the PostgreSQL server that the parent process has started. */
import type { TestProject } from 'vitest/node'

export default function setup(project: TestProject): void {
  const url = process.env.TORTURE_POSTGRES
  if (url) project.provide('postgresUrl', url)
}
