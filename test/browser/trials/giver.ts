/** The trial of gift cards, discount codes, the newsletter and the notices. */
import { say, type Person } from './person.ts'
import { giveAddress, payAtPaypal } from './subscriber.ts'

type Trial = { person: Person; owner: Person; origin: string; email: string }
type SentMail = { to: string; subject: string; text: string; kind: string }

export async function giftsAndNews(trial: Trial): Promise<void> {
  const { person, owner } = trial
  const { page } = person
  const code = await buyCard(trial)
  await codes(trial)
  await person.task('Codes refused and used, and a gift card with PayPal', async () => {
    await fillCart(trial)
    await person.click(page.getByText('Have a discount code?'))
    for (const typed of ['NOSUCHCODE', 'BIGORDER', 'TRIALSHIP', 'TRIAL10']) await apply(trial, typed)
    await person.press('Proceed to Checkout')
    await page.waitForTimeout(1000)
    if (await page.getByLabel('Postal Code').isVisible()) await giveAddress(person, trial.email)
    await person.see('Order Summary')
    await person.click(page.getByText('Pay with a gift card'))
    await person.type('Code of the gift card', '2222 2222 2222 2222')
    await person.press('Use this card')
    await person.see('We have no gift card with this code')
    await person.look('wrong-card')
    await person.type('Code of the gift card', code)
    await person.press('Use this card')
    await person.see(/left/)
    await person.look('card-and-code')
    await person.press('Place Order')
    await page.waitForURL(/\/order\//)
    await person.look('part-by-card')
    person.note(`paid ${await payAtPaypal(person)} ms after the click`)
    await person.look('part-paid')
  })
  await person.task('See the balance', async () => {
    await page.goto(`${trial.origin}/gift-cards`)
    await person.follow('See what is left on a card')
    await person.type('Code of the gift card', code)
    await person.press('See the balance')
    await person.see(/is left of/)
    await person.look('balance')
  })
  await newsletter(trial)
  await notices(trial)
  if (page.viewportSize()!.width > 800) await owner.task('Screens of the owner', () => screens(trial))
}

async function buyCard({ person, owner, origin, email }: Trial): Promise<string> {
  const { page } = person
  await person.task('Buy a gift card, mailed on a day', async () => {
    await page.goto(origin)
    await person.follow('Gift cards')
    await person.look('gift-cards')
    await person.click(page.getByText('$25', { exact: true }))
    await person.click(page.getByText('For someone else'))
    await person.type('Name of the recipient', 'Fay Friend')
    await person.type('Email of the recipient', `fay-${email}`)
    const clock = await (await owner.page.request.get(`${origin}/api/rehearsal`)).json().catch(() => null)
    const today = new Date(clock?.now ?? Date.now())
    await person.type('Email it on', new Date(today.getTime() + 2 * 86_400_000).toISOString().slice(0, 10))
    await person.type('Note', 'For slow mornings.')
    await person.typeIfEmpty('Your name', 'Nora Newcomer', page)
    await person.typeIfEmpty('Your email', email, page)
    await person.look('gift-card-form')
    await person.press('Continue to payment')
    await page.waitForURL(/\/order\//)
    await person.look('gift-card-unpaid')
    person.note(`paid ${await payAtPaypal(person)} ms after the click`)
    await person.look('gift-card-paid')
  })
  let code = ''
  await owner.task('The card is mailed on its day', async () => {
    await owner.page.goto(`${origin}/admin/rehearsal`)
    for (let days = 0; days < 3; days++) {
      await owner.press('One day later')
      await owner.page
        .getByRole('button', { name: 'One day later', disabled: false })
        .waitFor({ timeout: 60_000 })
      await owner.page.waitForTimeout(300)
    }
    const mail = (await mailTo({ owner, origin }, `fay-${email}`, 'gift-card'))[0]
    say(mail?.text ?? '')
    code = /#([A-Z2-9]{16})/.exec(mail?.text ?? '')?.[1] ?? ''
    if (!code) throw new Error('no mail with a code')
  })
  return code
}

async function mailTo(
  { owner, origin }: Pick<Trial, 'owner' | 'origin'>,
  email: string,
  kind: string,
): Promise<SentMail[]> {
  for (let tries = 0; tries < 10; tries++) {
    const { mail } = (await (await owner.page.request.get(`${origin}/api/mail?kind=${kind}`)).json()) as {
      mail: SentMail[]
    }
    const found = mail.filter(({ to }) => to === email)
    if (found.length > 0) return found
    await owner.page.waitForTimeout(1000)
  }
  return []
}

/** The owner adds three codes. */
async function codes({ owner, origin }: Trial): Promise<void> {
  const { page } = owner
  await owner.task('Add three discount codes', async () => {
    await page.goto(`${origin}/admin`)
    await owner.follow('Products', page.getByRole('main').or(page.getByRole('navigation')))
    await owner.follow('Discount codes')
    await owner.look('codes-empty')
    for (const [code, kind, more] of [
      ['TRIAL10', 'Percentage', null],
      ['TRIALSHIP', 'Free shipping', null],
      ['BIGORDER', 'Percentage', '500'],
    ] as const) {
      if (await page.getByRole('row').filter({ hasText: code }).isVisible()) continue
      await owner.follow('Add code')
      await owner.type(/^Code/, code)
      if (kind !== 'Percentage') await owner.choose('Takes off', kind)
      if (more) await owner.type('Smallest order', more)
      await owner.look(`code-${code}`)
      await owner.press(/^Add$/)
      await page.getByRole('row').filter({ hasText: code }).waitFor()
    }
    await owner.look('codes')
  })
}

async function fillCart({ person, origin }: Trial): Promise<void> {
  const { page } = person
  await page.goto(`${origin}/shop`)
  await person.click(page.getByRole('main').getByRole('link', { name: /Kenya/ }))
  await person.press(/^Add to cart$/)
  await person.follow('Go to the cart')
  await person.see('Proceed to Checkout')
  await person.choose(/^Quantity of/, '2')
}

async function apply({ person }: Trial, code: string): Promise<void> {
  const { page } = person
  const remove = page.getByRole('button', { name: /^Remove the code/ })
  if (await remove.isVisible()) {
    await person.click(remove)
    await page.waitForTimeout(500)
    const isOpen = await page.getByLabel('Discount code').isVisible()
    if (!isOpen) await person.click(page.getByText('Have a discount code?'))
  }
  await person.type('Discount code', code)
  await person.press('Apply')
  await page.waitForTimeout(1200)
  await person.look(`code-${code}`)
}

async function newsletter({ person, owner, origin, email }: Trial): Promise<void> {
  const { page } = person
  await person.task('Sign up for the newsletter', async () => {
    await page.goto(origin)
    const footer = page.getByRole('contentinfo')
    await person.click(footer.getByRole('textbox'))
    await footer.getByRole('textbox').fill(email)
    await person.press('Get news', footer)
    await person.see('Check your inbox')
    await person.look('newsletter-asked')
    const mail = (await mailTo({ owner, origin }, email, 'newsletter-confirm'))[0]
    say(mail?.text ?? '')
    await page.goto(/https?:\/\/\S+#\S+/.exec(mail?.text ?? '')![0])
    await person.look('newsletter-confirm')
    await person.press('Confirm the subscription')
    await person.see('You get our newsletter from now on.')
    await person.look('newsletter-confirmed')
  })
  await owner.task('Write and send a newsletter', async () => {
    await owner.page.goto(`${origin}/admin`)
    await owner.follow('Users')
    await owner.follow('Newsletters')
    await owner.look('newsletters')
    await owner.follow('Write a newsletter')
    await owner.type('Subject', 'New coffee from Kenya')
    await owner.type(/^Text/, 'A new lot is here. **Try it.**')
    await owner.press('Add product')
    await owner.look('newsletter-edit')
    await owner.press('Remove part 2')
    await owner.press('Save')
    await owner.see('The saved text goes to')
    await owner.look('newsletter-saved')
    await owner.press('Send now')
    await owner.see(/It is being sent|It was sent/)
    await owner.look('newsletter-sent')
  })
  await person.task('Unsubscribe', async () => {
    await page.waitForTimeout(7000)
    const mail = (await mailTo({ owner, origin }, email, 'newsletter'))[0]
    say(mail?.text ?? '')
    const link = [...(mail?.text ?? '').matchAll(/https?:\/\/\S+/g)]
      .map(([url]) => url)
      .find((url) => /unsub/.test(url))
    await page.goto(link!)
    await person.look('unsubscribe')
    await person.press('Unsubscribe')
    await person.see('You are unsubscribed')
    await person.look('unsubscribed')
  })
}

async function notices({ person, owner, origin, email }: Trial): Promise<void> {
  const { page } = person
  const { products } = await (await page.request.get(`${origin}/api/products?keyword=rwanda`)).json()
  const [{ _id: coffee, countInStock }] = products
  if (countInStock > 0)
    await owner.task('Sell out a coffee', async () => {
      await owner.page.goto(`${origin}/admin/product/${coffee}/edit`)
      await owner.type('Count in stock', '0')
      await owner.press('Update')
      await owner.see('Product updated')
    })
  await person.task('Back in stock', async () => {
    await page.goto(`${origin}/product/${coffee}`)
    await person.click(page.getByLabel(/^12 oz/))
    await person.look('sold-out')
    await person.type(/Tell me when it is back/, email)
    await person.press('Tell me')
    await page.waitForTimeout(1500)
    await person.look('notice-asked')
    say((await mailTo({ owner, origin }, email, 'stock-confirm'))[0]?.text ?? '')
  })
  await person.task('A reminder of the cart', async () => {
    await fillCart({ person, owner, origin, email })
    await person.look('cart-reminder')
    await person.click(page.getByText(/remind me|mail me this cart/i))
    await person.look('cart-reminder-form')
  })
}

const SCREENS =
  'gift-cards subscriptions roast-plan subscription-charges ending-coffees subscription-figures rotation discounts newsletters settings/subscribing settings/gift-cards'

async function screens({ owner, origin }: Trial): Promise<void> {
  for (const width of [390, 820, 1440]) {
    await owner.page.setViewportSize({ width, height: 900 })
    for (const path of SCREENS.split(' ')) {
      await owner.page.goto(`${origin}/admin/${path}`)
      await owner.page.waitForTimeout(900)
      await owner.look(`${path.replace('/', '-')}-${width}`)
    }
  }
}
