import type { RecallKind, RecallPlace } from '#shared/mail/api/recall.ts'
import type { Change, ChangeLogSubject } from '#shared/platform/api/change-log.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'

const SUBJECTS: Record<RecallKind, ChangeLogSubject> = {
  green: 'green',
  batch: 'batch',
  lot: 'coffeeLot',
  bags: 'coffeeLot',
  order: 'order',
}

/** Writes a step of a recall to the change log, in the transaction of the step. */
export async function recordRecall(
  tx: Db,
  shop: Shop,
  actor: SignedIn,
  { kind, _id: id, code, name }: RecallPlace,
  action: string,
  changes: Change[] = [],
): Promise<void> {
  const subjectName = kind === 'order' ? `Order ${code} of ${name}` : `${name}, ${code}`
  await logChange(tx, shop, actor, {
    subject: SUBJECTS[kind],
    id,
    name: subjectName,
    action: `Recall: ${action}`,
    changes,
  })
}
