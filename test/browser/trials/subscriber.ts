/** The trial of a subscription: sign-up, three renewals, skip, change, a failed payment, and the cancellation. */
import type { Page } from '@playwright/test'
import { say, type Person } from './person.ts'

type Trial = { person: Person; owner: Person; origin: string; email: string }

const ADDRESS = { Address: '145 Church Street NE', City: 'Vienna', 'Postal Code': '22180' }

/** Fills in name, email and address at the checkout, and goes to its last step. */
export async function giveAddress(person: Person, email: string): Promise<void> {
  const main = person.page.getByRole('main')
  await person.typeIfEmpty('Name', 'Nora Newcomer', main)
  await person.typeIfEmpty('Email', email, main)
  for (const [label, text] of Object.entries(ADDRESS)) await person.type(new RegExp(`^${label}`), text, main)
  await person.choose(/^State/, 'VA')
  await person.look('address')
  await person.press('Continue')
  const suggestion = person.page.getByRole('button', { name: /use/i }).first()
  await suggestion.or(person.page.getByRole('heading', { name: 'Place Order', level: 1 })).waitFor()
  if (await suggestion.isVisible()) {
    await person.look('suggested-address')
    await person.click(suggestion)
  }
  await person.see('Order Summary')
}

/** Pays at PayPal. Returns the milliseconds from the click on Pay to the message on the page. */
export async function payAtPaypal(person: Person): Promise<number> {
  let clicked = 0
  await person.inPopup(
    () => person.click(person.page.locator('paypal-button')),
    async (popup) => {
      await popup.getByRole('button', { name: /^Pay \$/ }).waitFor()
      await person.look('paypal', popup)
      const closed = popup.waitForEvent('close')
      await person.press(/^Pay \$/, popup)
      clicked = performance.now()
      await closed
    },
  )
  await person.see('Payment Successful')
  return Math.round(performance.now() - clicked)
}

export async function subscribe({ person, origin, email }: Trial): Promise<void> {
  const { page } = person
  await person.task('Subscribe every 2 weeks and pay', async () => {
    await page.goto(origin)
    await person.look('home')
    await page.goto(`${origin}/shop`)
    person.note('opened /shop: one click in the menu')
    await person.look('shop')
    await person.click(page.getByRole('main').getByRole('link', { name: /Ethiopia/ }))
    await person.see('One time')
    await person.look('product')
    await person.click(page.locator('label').filter({ hasText: 'Subscribe and save' }))
    await person.choose('Every', '2 weeks')
    await person.look('product-subscribe')
    await person.click(
      page.getByRole('main').locator('form').getByRole('button', { name: 'Subscribe', exact: true }),
    )
    await person.follow('Go to the cart')
    await person.see(/Every 2 weeks/)
    await person.look('cart')
    await person.press('Proceed to Checkout')
    await giveAddress(person, email)
    await person.see('I agree')
    await person.look('terms')
    await person.click(page.getByRole('checkbox', { name: /^I agree/ }))
    await person.press('Place Order')
    await page.waitForURL(/\/order\//)
    await person.look('order-unpaid')
    person.note(`paid ${await payAtPaypal(person)} ms after the click`)
    await person.look('order-paid')
    await person.follow(/see and change/)
    await person.see('Next delivery')
    await person.look('subscription')
  })
}

/** Signs in as the owner, finds the clock, and moves it until three more deliveries are paid; ships each. */
export async function threeRenewals(trial: Trial & { password: string; ownerEmail: string }): Promise<void> {
  const { person, owner, origin } = trial
  await owner.task('Sign in as the owner and find the clock', async () => {
    await owner.page.goto(`${origin}/login`)
    await owner.type('Email', trial.ownerEmail, owner.page.getByRole('main'))
    await owner.type('Password', trial.password, owner.page.getByRole('main'))
    await owner.press('Sign In')
    await owner.page.waitForURL((url) => url.pathname !== '/login')
    await owner.look('after-sign-in')
    await owner.page.goto(`${origin}/admin`)
    await owner.look('today')
    const link = owner.page
      .getByRole('link', { name: /rehears|clock|later/i })
      .filter({ visible: true })
      .first()
    if (!(await link.isVisible())) {
      owner.note('wrong turn: Today has no link to the clock; looked into Settings')
      await owner.follow('Settings')
      await owner.page.waitForURL(/settings/)
      await owner.look('settings')
    }
    await owner.follow(/Rehears|clock|later/i)
    await owner.see('Today in the shop')
    await owner.look('rehearsal')
  })
  await owner.task('Three renewals charged and shipped', async () => {
    const paid = person.page
      .getByRole('table', { name: 'Deliveries so far' })
      .getByText('Paid', { exact: true })
    for (let moves = 0; moves < 12 && (await paid.count()) < 4; moves++) {
      await owner.press('One week later')
      await owner.page
        .getByRole('button', { name: 'One week later', disabled: false })
        .waitFor({ timeout: 60_000 })
      await owner.page.waitForTimeout(300)
      await person.page.reload()
      await person.see('Next delivery')
    }
    await owner.look('rehearsal-moved')
    await person.look('three-renewals')
    if ((await paid.count()) < 4) throw new Error(`only ${await paid.count()} paid`)
    await shipAll(owner, origin)
    await person.page.reload()
    await person.look('shipped')
  })
}

/** Ships the orders of the subscriber from the list of orders to ship, with labels, and opens their packing slips. */
async function shipAll(owner: Person, origin: string): Promise<void> {
  const { page } = owner
  await page.goto(`${origin}/admin`)
  await owner.follow('Orders')
  await owner.follow(/^Shipping(?! Policy)/)
  const own = page.getByRole('checkbox', { name: /^Choose the order of Nora Newcomer/ })
  await own.first().waitFor()
  for (const box of await own.all()) await owner.click(box)
  const ships = page.getByRole('checkbox', { name: 'Mark shipped as well' })
  if (!(await ships.isChecked())) await owner.click(ships)
  await owner.look('shipping')
  const slips = await page.getByRole('link', { name: /packing slip/ }).getAttribute('href')
  await owner.press(/^Buy \d+ label/)
  await owner.see('This batch')
  await page.waitForTimeout(4000)
  await owner.look('shipped')
  await page.goto(origin + slips!)
  await owner.see('Packing slip')
  await owner.look('slips')
  await page.goto(`${origin}/admin/rehearsal`)
  await owner.see('Today in the shop')
}

export async function changeIt({ person, owner }: Trial): Promise<void> {
  const { page } = person
  await person.task('Skip one delivery', async () => {
    await person.press('Skip this delivery')
    await person.see(/is skipped/)
    await person.look('skipped')
  })
  await person.task('Change the coffee', async () => {
    await person.click(page.getByRole('button', { name: /^Change: Ethiopia/ }))
    await page
      .getByLabel(/^Coffee/)
      .first()
      .waitFor()
    await person.look('change-form')
    await person.choose(/^Coffee/, { index: 1 })
    await person.press('Save')
    await person.see(/^Changed to/)
    await person.look('changed')
  })
  await person.task('A payment fails, and is fixed from the link of the mail', async () => {
    await person.inPopup(
      () => person.follow('Let the next charges fail'),
      async (sandbox) => {
        await sandbox.getByRole('button', { name: 'Decline' }).first().waitFor()
        await person.look('sandbox-saved', sandbox)
        await person.press('Decline', sandbox)
        await sandbox.getByText('The next charges are declined.').waitFor()
        await sandbox.close()
      },
    )
    await owner.page.goto(new URL('/admin/rehearsal', page.url()).href)
    const failed = page.getByRole('alert').filter({ hasText: 'did not go through' })
    for (let moves = 0; moves < 30 && !(await failed.isVisible()); moves++) {
      await owner.press('One day later')
      await owner.page
        .getByRole('button', { name: 'One day later', disabled: false })
        .waitFor({ timeout: 60_000 })
      await owner.page.waitForTimeout(300)
      await page.reload()
      await person.see('Next delivery')
    }
    await person.look('payment-failed')
    await fixFromMail(person, owner)
  })
}

async function fixFromMail(person: Person, owner: Person): Promise<void> {
  const { page } = person
  const mails = await owner.page.context().newPage()
  await mails.goto(new URL('/admin/mail', page.url()).href)
  await mails.waitForTimeout(1500)
  await owner.look('mails', mails)
  const notices: { mail: { text: string }[] } = await (
    await owner.page.request.get(new URL('/api/mail?kind=subscription-notice', page.url()).href)
  ).json()
  const skip = /https?:\/\/\S+skip#\S+/.exec(notices.mail[0]?.text ?? '')?.[0]
  const list: { mail: { to: string; subject: string; text: string }[] } = await (
    await owner.page.request.get(new URL('/api/mail', page.url()).href)
  ).json()
  const declined = list.mail.find(({ text: body }) => /go through|declined/i.test(body))
  const links = [...(declined?.text ?? '').matchAll(/https?:\/\/\S+/g)].map(([url]) => url)
  person.note(
    `links of the mail: ${links.map((url) => new URL(url).pathname + new URL(url).search).join(' ')}`,
  )
  await mails.close()
  say(declined?.text ?? '')
  await followMailLink(person, skip ? [...links, skip] : links)
}

/** Opens the first link of the mail in a browser without a session, and pays. */
async function followMailLink(person: Person, links: string[]): Promise<void> {
  const { page } = person
  const phone = await page.context().browser()!.newContext({ viewport: page.viewportSize() })
  const tab: Page = await phone.newPage()
  const before = person.page
  person.page = tab
  await tab.goto(links[0]!)
  await tab.waitForTimeout(1500)
  await person.look('mail-link')
  await payAtPaypal(person)
  await person.look('mail-link-paid')
  for (const [index, link] of links.slice(1).entries()) {
    await tab.goto('about:blank')
    await tab.goto(link)
    await tab.waitForTimeout(1500)
    await person.look(`mail-link-${index + 2}`)
  }
  person.page = before
  await phone.close()
  await page.reload()
  await person.see('Next delivery')
  await person.look('fixed')
}

export async function cancel({ person }: Trial): Promise<void> {
  await person.task('Cancel', async () => {
    await person.press('Cancel the subscription')
    await person.page.getByRole('heading', { name: 'Canceled' }).waitFor()
    await person.look('canceled')
  })
}
