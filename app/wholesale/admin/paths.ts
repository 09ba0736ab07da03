import type { ApplicationState } from '#shared/wholesale/api/applications.ts'

export const APPLICATIONS = '/admin/applications'
export const applicationPath = (id: string) => `/admin/application/${id}`

export const ACCOUNTS = '/admin/accounts'
export const accountPath = (id: string) => `/admin/account/${id}`

/** The states of applications in words. */
export const STATES: Record<ApplicationState, string> = {
  sent: 'Link mailed',
  filled: 'To decide',
  needs: 'Asked for something',
  approved: 'Approved',
  declined: 'Declined',
}
