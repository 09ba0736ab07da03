/** Links in mails, read from the mail log of a shop without a mail server. */
import { expect, type Page } from '@playwright/test'
import { signInAsOwner } from './steps.ts'

/** The path and token of the link in the newest mail of a kind to an address. */
export async function linkTo(page: Page, email: string, kind: string): Promise<string> {
  const context = await page.context().browser()!.newContext()
  const owner = await context.newPage()
  await signInAsOwner(owner)
  const link = async () => {
    const answer = await owner.request.get(`/api/mail?kind=${kind}`)
    const { mail } = (await answer.json()) as { mail: { to: string; state: string; text: string }[] }
    const sent = mail.find(({ to, state }) => to === email && state === 'kept')
    return /https?:\/\/\S+#[\w.-]{43,}/.exec(sent?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(link).toMatch(/#/)
  const found = await link()
  await context.close()
  return new URL(found).pathname + new URL(found).hash
}
