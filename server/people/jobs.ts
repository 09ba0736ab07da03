import type { GroupJobs } from '#server/platform/jobs.ts'
import { sweepLinks } from './account/links.ts'
import { sweepChallenges } from './factors/verify-passkey.ts'
import { sweepInvitations } from './staff/invitations.ts'
import { sweepRequestedAccounts } from './users/guest-account.ts'

export const peopleJobs: GroupJobs = {
  jobs: [],
  sweeps: [sweepLinks, sweepRequestedAccounts, sweepChallenges, sweepInvitations],
}
