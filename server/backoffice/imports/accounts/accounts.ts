/** Imports wholesale accounts with their locations, buyers and certificates. */
import type { Kind } from '../kind.ts'
import { applyAccounts } from './apply.ts'
import { planAccounts } from './plan.ts'
import { readAccounts, type AccountData } from './read.ts'

export const accounts: Kind<AccountData> = {
  part: 'wholesale',
  read: readAccounts,
  plan: planAccounts,
  apply: applyAccounts,
  applied: () => {},
}
