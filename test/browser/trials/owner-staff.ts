/** The owner invites a packer, who joins, ships an order, and can do nothing else. */
import type { MeasuredPerson } from './measured.ts'
import type { OwnerTrial } from './owner.ts'
import { fromToday } from './owner-site.ts'

const PASSWORD = 'a quiet packer'

export async function packer(trial: OwnerTrial): Promise<void> {
  const { owner, other, origin, run } = trial
  const email = `pat-${run}@example.com`
  await owner.task('Invite a packer', async () => {
    await fromToday(trial, 'Users', 'Staff')
    await owner.type('Email', email, owner.page.getByRole('main'))
    await owner.press('Send the invitation')
    await owner.see(email)
    await owner.shoot('invited')
  })
  const pat = await other('packer')
  await pat.task('The packer joins from the mail', async () => {
    await pat.begin('about:blank')
    const mail = await mailWith(trial, 'staff-invite', email)
    pat.readText(mail)
    await pat.page.goto(/https?:\/\/\S+#\S+/.exec(mail)![0].replace(/^https?:\/\/[^/]+/, origin))
    await pat.type('Your name', `Pat Packer ${run}`)
    await pat.type(/^Password/, PASSWORD)
    await pat.type(/^Confirm Password/, PASSWORD)
    await pat.press('Join')
    await pat.follow('See your work')
    await pat.page.getByRole('heading', { level: 1 }).waitFor()
  })
  await pat.task('The packer ships an order', async () => {
    await pat.begin(`${origin}/admin`)
    await pat.follow(/^See all/)
    const row = pat.page
      .getByRole('row')
      .filter({ has: pat.page.getByRole('checkbox'), hasNotText: /missing|Nora/ })
      .first()
    const number = /order (\S+)/.exec(await row.innerText({ timeout: 15_000 }))![1]!
    await pat.click(row.getByRole('checkbox'))
    const ships = pat.page.getByRole('checkbox', { name: 'Mark shipped as well' })
    if (!(await ships.isChecked())) await pat.click(ships)
    await pat.press('Buy 1 label')
    await pat.see(/^(1 of 1|0 of 1) bought/)
    // The sandbox sometimes asks for another price than it quoted.
    const anyway = pat.page.getByRole('button', { name: /^Buy it for/ })
    if (await anyway.isVisible()) await pat.click(anyway)
    await pat.see(/^1 of 1 bought/)
    await pat.shoot('shipped')
    await mailWith(trial, 'order-shipped', number)
  })
  await isRefused(trial, pat)
}

/** The text of the newest mail of a kind that has a text or is to an address, as the test shop shows it. */
async function mailWith({ owner, origin }: OwnerTrial, kind: string, text: string): Promise<string> {
  for (let tries = 0; tries < 60; tries++) {
    const answer = await owner.page.request.get(`${origin}/api/mail?kind=${kind}`)
    const { mail } = (await answer.json()) as { mail: { to: string; text: string }[] }
    const found = mail.find((one) => one.to === text || one.text.includes(text))
    if (found) return found.text
    await owner.page.waitForTimeout(250)
  }
  throw new Error(`no mail ${kind} with ${text}`)
}

const OWN = ['Today', 'Shipping', 'Pickup', 'Coffee to deliver', 'Roastery']

/** Pages of the owner, and requests that the packer may not make. */
const PAGES = [
  'productlist',
  'orderlist',
  'userlist',
  'staff',
  'accounting',
  'money',
  'settings',
  'pages',
  'works',
]
const REQUESTS = [
  'orders',
  'users',
  'staff',
  'accounting/months',
  'money',
  'settings/vacation',
  'mail',
  'backup',
]

/** The navigation has only the pages of a packer, and every other page and request is refused. */
async function isRefused({ origin }: OwnerTrial, pat: MeasuredPerson): Promise<void> {
  const { page } = pat
  await pat.task('The packer can do nothing else', async () => {
    await pat.begin(`${origin}/admin`)
    const links = page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link')
    await links.last().waitFor()
    const texts = await links.allInnerTexts()
    const isOwn = texts.map((text, index) => text.startsWith(OWN[index] ?? 'none'))
    if (texts.length !== OWN.length || isOwn.includes(false)) throw new Error(texts.join())
    for (const path of PAGES) {
      await page.goto(`${origin}/admin/${path}`)
      await page.getByText('Your role, packer, does not include this page.').waitFor()
    }
    await pat.shoot('refused')
    for (const path of REQUESTS) {
      const status = (await page.request.get(`${origin}/api/${path}`)).status()
      if (status !== 403) throw new Error(`${path} answers ${status}`)
    }
  })
}
