/** Whether a label can be printed. USPS may have refused to take back a label, which can still be used. */
export function isPrintable<L extends { state: string }>(
  one: L | null | undefined,
): one is L & { state: 'bought' | 'refused' } {
  return one?.state === 'bought' || one?.state === 'refused'
}
