/** Discount codes and gift cards, made by the API as the owner. */
import { expect } from '@playwright/test'
import { callApi } from './by-api.ts'
import { asOwner } from './owner.ts'

let count = 0

/** A new discount code: 10% off, unless `more` says something else. */
export async function newDiscount(name: string, more: object = {}): Promise<string> {
  const code = `${name}${Date.now() % 1_000_000}${++count}`
  await asOwner((owner) =>
    callApi(owner, 'POST', '/api/discounts', { code, kind: 'Percentage', percent: 10, ...more }),
  )
  return code
}

/** A new gift card that is mailed to an address. Only an owner can read its code, in the mail log. */
export async function newGiftCard(email: string, amount = 5): Promise<{ id: string; code: string }> {
  return asOwner(async (owner) => {
    const { _id: id } = await callApi(owner, 'POST', '/api/giftcards', {
      amount,
      to: { name: 'Gus', email },
    })
    let code = ''
    await expect
      .poll(async () => {
        const { mail } = (await callApi(owner, 'GET', '/api/mail?kind=gift-card')) as {
          mail: { to: string; text: string }[]
        }
        const sent = mail.find(({ to }) => to === email)
        code = /balance#([A-Z2-9]{16})/.exec(sent?.text ?? '')?.[1] ?? ''
        return code
      })
      .not.toBe('')
    return { id, code }
  })
}
