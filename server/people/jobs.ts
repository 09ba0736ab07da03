import { HOUR } from '#server/kernel/time/clock.ts'
import type { GroupJobs } from '#server/platform/jobs.ts'
import { sweepLinks } from './account/links.ts'
import { sweepChallenges } from './factors/verify-passkey.ts'
import { sealAppsAgain } from './factors/secret-box.ts'
import { sweepInvitations } from './staff/invitations.ts'
import { sweepRequestedAccounts } from './users/guest-account.ts'

export const peopleJobs: GroupJobs = {
  jobs: [{ every: HOUR, once: 'seal authenticator apps again', run: sealAppsAgain }],
  sweeps: [sweepLinks, sweepRequestedAccounts, sweepChallenges, sweepInvitations],
}
