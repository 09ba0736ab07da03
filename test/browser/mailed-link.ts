/** Links in mails, read from the mail log of a shop without a mail server. */
import { expect } from '@playwright/test'
import { callApi } from './by-api.ts'
import { asOwner } from './owner.ts'

/** The path and token of the link in the newest mail of a kind to an address. */
export async function linkTo(email: string, kind: string): Promise<string> {
  const found = await asOwner(async (owner) => {
    const link = async () => {
      const { mail } = (await callApi(owner, 'GET', `/api/mail?kind=${kind}`)) as {
        mail: { to: string; state: string; text: string }[]
      }
      const sent = mail.find(({ to, state }) => to === email && state === 'kept')
      return /https?:\/\/\S+#[\w.-]{43,}/.exec(sent?.text ?? '')?.[0] ?? ''
    }
    await expect.poll(link).toMatch(/#/)
    return link()
  })
  return new URL(found).pathname + new URL(found).hash
}
