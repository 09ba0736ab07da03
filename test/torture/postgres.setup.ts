/** Vitest: the PostgreSQL that whoever started this run has started. */
import type { TestProject } from 'vitest/node'

export default function setup(project: TestProject): void {
  const url = process.env.TORTURE_POSTGRES
  if (url) project.provide('postgresUrl', url)
}
