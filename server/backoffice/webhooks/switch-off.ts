/** Switches off a webhook that does not work, and mails the owners why. */
import type { WebhookRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { renderMail } from '#server/mail/kinds/template.ts'
import { webhookOffMail } from '#server/mail/kinds/webhook-off.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { Shop } from '#server/platform/shop.ts'
import { MAILS } from '#shared/platform/mails/kinds.ts'
import { mailOwners } from '../mail-owners.ts'

type Failing = Pick<WebhookRow, 'id' | 'url'>

/** @param reason a sentence without a full stop, for the owners. Does nothing if the webhook is off already */
export async function switchOff(shop: Shop, { id, url }: Failing, reason: string): Promise<void> {
  const link = `${originOf(shop.config)}/admin/webhook/${id}`
  const body = await renderMail(shop, webhookOffMail({ reason, link }))
  await transact(shop.db, async (tx) => {
    const off = await tx
      .updateTable('webhooks')
      .set((eb) => ({
        is_on: 0,
        off_reason: reason,
        version: eb('version', '+', 1),
        updated_at: isoNow(shop.clock),
      }))
      .where('id', '=', id)
      .where('is_on', '=', 1)
      .returning('id')
      .executeTakeFirst()
    if (!off) return
    const changes = [{ field: 'Reason', before: '', after: reason }]
    const change = {
      subject: 'connection',
      id,
      name: url,
      action: 'Switched off a webhook',
      changes,
    } as const
    await logChange(tx, shop, { _id: null, name: 'The shop' }, change)
    const { subject } = MAILS['webhook-off']
    await mailOwners(tx, shop, newId(shop.clock), { kind: 'webhook-off', subject, ...body })
  })
  shop.mailSignal.raise()
}
