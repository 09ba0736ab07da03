/** What the owner changes on the site: the hours of a holiday, a vacation, the About page, and an event. */
import { pictureFile } from '../products.ts'
import type { MeasuredPerson } from './measured.ts'
import type { OwnerTrial } from './owner.ts'

/** Opens Today, where each task begins, and follows a link of the admin navigation. */
export async function fromToday({ owner, origin }: OwnerTrial, ...links: string[]): Promise<void> {
  await owner.begin(`${origin}/admin`)
  for (const link of links) await goTo(owner, link)
}

export async function goTo(person: MeasuredPerson, link: string): Promise<void> {
  const nav = person.page.getByRole('navigation', { name: 'Admin pages' })
  await person.follow(new RegExp(`^${link}`), nav)
  await person.page.getByRole('heading', { level: 1 }).waitFor()
}

/** A day, in days from today, as a field for dates wants it. */
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Keys for a date, for a time, and for both. */
const KEYS = { date: 8, time: 6, both: 14 }

export async function holiday(trial: OwnerTrial): Promise<void> {
  const { owner, origin } = trial
  const { page } = owner
  await owner.task('Change the hours of a holiday', async () => {
    await fromToday(trial, 'Settings')
    await owner.follow(/^Opening hours/)
    await owner.follow('Special days and closures')
    await owner.press('Add a day')
    const last = (label: string) => page.getByLabel(label).filter({ visible: true }).last()
    await owner.fill(last('From'), dayAfter(28 + page.viewportSize()!.width / 100), KEYS.date)
    await owner.pick(page.getByLabel('Hours', { exact: true }).last(), 'Other hours')
    await owner.fill(last('Opens'), '09:00', KEYS.time)
    await owner.fill(last('Closes'), '13:00', KEYS.time)
    await owner.fill(page.getByLabel(/^Reason/).last(), 'Winter holiday')
    await owner.press('Save')
    await owner.see('Settings saved')
    await owner.shoot('saved')
    await page.goto(origin)
    await owner.see(/Winter holiday/)
  })
}

export async function vacation(trial: OwnerTrial): Promise<void> {
  const { owner, origin } = trial
  await owner.task('Close for a week', async () => {
    await fromToday(trial, 'Settings')
    await owner.follow(/^Vacation/)
    await owner.click(owner.page.getByText('Vacation', { exact: true }).last())
    const first = 60 + Math.round(owner.page.viewportSize()!.width / 50)
    await owner.fill(owner.page.getByLabel('First day'), dayAfter(first), KEYS.date)
    await owner.fill(owner.page.getByLabel('Last day'), dayAfter(first + 6), KEYS.date)
    await owner.type('Message', 'We are on vacation. Coffee is roasted when we are back.')
    await owner.press('Save')
    await owner.see('Settings saved')
    await owner.shoot('saved')
    const { from, to } = await (await owner.page.request.get(`${origin}/api/settings/vacation`)).json()
    if (from !== dayAfter(first) || to !== dayAfter(first + 6)) throw new Error('no vacation')
  })
}

export async function aboutPage(trial: OwnerTrial): Promise<void> {
  const { owner } = trial
  const { page } = owner
  const text = 'Since spring we roast in the old bakery next door, on a drum that holds twelve kilograms.'
  await owner.task('Rewrite the About page with a new picture, publish, undo', async () => {
    await fromToday(trial, 'Pages')
    await owner.follow('About', page.getByRole('main'))
    const rows = page.locator('summary').filter({ hasText: /^Rows/ })
    await rows.waitFor()
    if (!(await page.getByText('Edit row 1').isVisible())) await owner.click(rows)
    await owner.click(page.getByText('Edit row 1'))
    await owner.give(page.getByLabel('Upload another picture'), pictureFile('gallery_03'))
    const alt = page.getByLabel('Description (alt text)').filter({ visible: true }).first()
    await owner.fill(alt, 'The drum of the roaster')
    await owner.fill(page.getByLabel('Text', { exact: true }).filter({ visible: true }).first(), text)
    await owner.press('Save draft')
    await owner.press('Publish …')
    await owner.press(/^Publish (now|anyway)/)
    await owner.see('Visitors see your changes now.')
    if (!(await textOf(trial, '/about')).includes(text)) throw new Error('not published')
    await owner.press('Undo')
    await owner.see('Undone')
    if (await owner.sees('Visitors see your changes now.')) owner.wrongTurn('says that visitors see it')
    await owner.shoot('undone')
    if ((await textOf(trial, '/about')).includes(text)) throw new Error('not undone')
  })
}

const textOf = async ({ owner, origin }: OwnerTrial, path: string) =>
  (await owner.page.request.get(origin + path)).text()

export async function tasting(trial: OwnerTrial): Promise<void> {
  const { owner, other, origin, run } = trial
  const { page } = owner
  const title = `Tasting of five coffees ${run}`
  await owner.task('Publish a tasting with 8 seats', async () => {
    await fromToday(trial, 'Events')
    await owner.follow('Add event')
    await owner.type(/^Title/, title)
    await owner.fill(page.getByLabel(/^Starts/), `${dayAfter(21)}T18:00`, KEYS.both)
    await owner.fill(page.getByLabel(/^Ends/), `${dayAfter(21)}T19:30`, KEYS.both)
    await owner.type(/^Seats/, '8')
    await owner.type(/^Text/, 'Five coffees of this autumn, side by side. Come hungry, and without perfume.')
    await owner.press('Add')
    await owner.see(title)
    await owner.shoot('added')
  })
  const visitor = await other('visitor')
  await visitor.task('A visitor signs up for the tasting', async () => {
    await visitor.begin(`${origin}/events`)
    await visitor.follow(new RegExp(title))
    await visitor.type(/^Name/, 'Vera Visitor', visitor.page.getByRole('main'))
    await visitor.type(/^Email/, `vera-${run}@example.com`, visitor.page.getByRole('main'))
    await visitor.press(/sign up|reserve/i, visitor.page.getByRole('main'))
    await visitor.see('You are on the list.')
    await visitor.shoot('signed-up')
  })
}
