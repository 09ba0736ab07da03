import type { BatchRow } from './api/label-batches.ts'
import type { Label } from './api/labels.ts'

/** Whether a label can be printed. USPS may have refused to take back a label, which can still be used. */
export function isPrintable<L extends Pick<Label, 'state'>>(
  one: L | null | undefined,
): one is L & { state: 'bought' | 'refused' } {
  return one?.state === 'bought' || one?.state === 'refused'
}

/** Whether a batch prints the label and the packing slip of an order: it has a label, and is still sent. */
export function isPrinted(row: BatchRow): boolean {
  return isPrintable(row.label) && row.state !== 'missing'
}
