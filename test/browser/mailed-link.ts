/** Links in mails, read from the mail log of a shop without a mail server. */
import { expect, request } from '@playwright/test'
import { callApi } from './by-api.ts'
import { ADMIN, BASE_URL } from './playwright.config.ts'

/** The path and token of the link in the newest mail of a kind to an address. */
export async function linkTo(email: string, kind: string): Promise<string> {
  const owner = await request.newContext({ baseURL: BASE_URL })
  await callApi(owner, 'POST', '/api/users/auth', ADMIN)
  const link = async () => {
    const { mail } = (await callApi(owner, 'GET', `/api/mail?kind=${kind}`)) as {
      mail: { to: string; state: string; text: string }[]
    }
    const sent = mail.find(({ to, state }) => to === email && state === 'kept')
    return /https?:\/\/\S+#[\w.-]{43,}/.exec(sent?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(link).toMatch(/#/)
  const found = await link()
  await owner.dispose()
  return new URL(found).pathname + new URL(found).hash
}
