/** What is sold to wholesale accounts only. */

/** Whether the shop sells a product to accounts only. A private label is never sold to others. */
export function isForAccounts({
  forAccounts,
  companyId,
}: {
  forAccounts: boolean
  companyId: string
}): boolean {
  return forAccounts || companyId !== ''
}
