/** The states of a shipping label. */

export const LABEL_STATES = ['buying', 'bought', 'failed', 'voiding', 'voided', 'refused'] as const
export type LabelState = (typeof LABEL_STATES)[number]

/** Whether a label can be printed. USPS may have refused to take back a label, which can still be used. */
export function isPrintable<L extends { state: LabelState }>(
  one: L | null | undefined,
): one is L & { state: 'bought' | 'refused' } {
  return one?.state === 'bought' || one?.state === 'refused'
}
