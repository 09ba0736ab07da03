import type { GroupJobs } from '#server/platform/jobs.ts'

export const wholesaleJobs: GroupJobs = { jobs: [], sweeps: [] }
