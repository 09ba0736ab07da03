import { isPrintable } from '#shared/platform/printable-labels.ts'
import type { BatchRow } from './api/label-batches.ts'

/** Whether a batch prints the label and the packing slip of an order: it has a label, and is still sent. */
export function isPrinted(row: BatchRow): boolean {
  return isPrintable(row.label) && row.state !== 'missing'
}
