/** Kills the shop while its menu is replaced or a picture is uploaded. Visitors must always see one complete menu. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CrashPoint } from '#server/kernel/crash-points.ts'
import { aPicture, formOf } from '../../form.ts'
import { caller, type Caller } from '../caller.ts'
import { withOpenDatabase } from '../consistency.ts'
import { crashing, expectNoResponse, repeatUntilKilled, withShop, withSite, type Site } from '../crash.ts'
import { OWNER, startShop, type Place, type RunningShop } from '../running-shop.ts'
import { wrongAfterCleanup, missingFiles } from './files.ts'
import { uploadMenu, identifyMenu, type Shown, type MenuId } from './menus.ts'

const VISITORS = 3

/** Crashes at `point` while a menu is replaced, and checks the menu after the restart. */
export async function crashDuringMenuChange(site: Site, point: CrashPoint): Promise<string[]> {
  const { place } = site
  const owner = caller('')
  const before = await crashing(site, point, async (shop) => {
    await signIn(owner, shop)
    const shown = await menuOf(shop)
    await uploadMenu(owner, 1).catch(expectNoResponse)
    return shown
  })
  const afterCrash = await missingFiles(place)
  return withSite(site, async (shop) => {
    const after = await menuOf(shop)
    owner.origin = shop.origin
    const again = await uploadMenu(owner, 2)
    const shown = identifyMenu(await menuOf(shop))
    return [
      ...afterCrash,
      ...(await missingFiles(place, withOpenDatabase)),
      ...(JSON.stringify(after) === JSON.stringify(before)
        ? []
        : ['The menu has changed although the change was not acknowledged']),
      ...(again.status === 200 && shown === 2
        ? []
        : [`The repeated change returned ${again.status}, menu ${shown} is shown`]),
    ].map((line) => `${point}: ${line}`)
  })
}

/** The last acknowledged menu, the last sent menu, the next number, and the number of acknowledged changes. */
type Progress = { acknowledged: MenuId; sent: MenuId; next: number; changes: number }

/** Time limit for the first change and the first visit; a kill before them would test nothing. */
const FIRST_CHANGE_WITHIN_MS = 20_000

/** Kills the shop `kills` times while menus are replaced, titles saved and pictures uploaded, and checks it each time. */
export async function menuCampaign(place: Place, kills: number) {
  const wrong: string[] = []
  const progress: Progress = { acknowledged: 'demo', sent: 'demo', next: 1, changes: 0 }
  const owner = caller('')
  const visits = { count: 0 }
  for (let kill = 0; kill < kills; kill++) {
    const shop = await startShop(place)
    if (kill === 0) await signIn(owner, shop)
    owner.origin = shop.origin
    try {
      progress.acknowledged = expectShown(identifyMenu(await menuOf(shop)), progress)
    } catch (error) {
      wrong.push(`After ${kill} kills: ${(error as Error).message}`)
    }
    const visitor = caller(shop.origin)
    const visitors = Array.from({ length: VISITORS }, () =>
      repeatUntilKilled(wrong, () => visitMenu(visitor, visits)),
    )
    const work = repeatUntilKilled(wrong, () => changeOne(owner, progress, wrong))
    await pause(100 + Math.random() * 1400)
    for (
      let waited = 0;
      waited < FIRST_CHANGE_WITHIN_MS && (!progress.changes || !visits.count);
      waited += 50
    )
      await pause(50)
    await shop.kill()
    await Promise.all([work, ...visitors])
    wrong.push(...(await missingFiles(place)).map((line) => `After kill ${kill + 1}: ${line}`))
  }
  await withShop(place, {}, async (shop) => {
    expectShown(identifyMenu(await menuOf(shop)), progress)
  }).catch((error: Error) => wrong.push(`In the end: ${error.message}`))
  wrong.push(...(await wrongAfterCleanup(place)))
  if (progress.changes === 0 || visits.count === 0)
    wrong.push('There was no change or no visit, so nothing was tested')
  return {
    violations: wrong,
    note: `${progress.changes} changes acknowledged, ${visits.count} visits of the menu`,
  }
}

function expectShown(shown: MenuId, { acknowledged, sent }: Progress): MenuId {
  if (shown !== acknowledged && shown !== sent)
    throw new Error(`Menu ${shown} is shown, although ${acknowledged} was acknowledged`)
  return shown
}

async function changeOne(owner: Caller, progress: Progress, wrong: string[]): Promise<void> {
  const random = Math.random()
  if (random < 0.2) await expectDone(saveTitles(owner, progress.next++), wrong)
  else if (random < 0.4) await expectDone(sendPicture(owner), wrong)
  else {
    progress.sent = progress.next++
    if (await expectDone(uploadMenu(owner, progress.sent), wrong)) progress.acknowledged = progress.sent
  }
  progress.changes++
}

async function expectDone(answer: ReturnType<Caller['post']>, wrong: string[]): Promise<boolean> {
  const { status, text } = await answer
  if (status !== 200) wrong.push(`The owner got ${status} ${text.slice(0, 200)}`)
  return status === 200
}

async function saveTitles(owner: Caller, number: number) {
  const { body } = await owner.get('/api/upload')
  const pages = (body as Shown).pages.map(({ file }, index) => ({
    file,
    title: `Save ${number}, page ${index}`,
    lines: [`## ${number}`],
  }))
  return owner.put('/api/upload/menu', { pages: pages.toReversed() })
}

async function sendPicture(owner: Caller) {
  const { payload, headers } = formOf('image', [{ bytes: await aPicture() }])
  return owner.post('/api/upload/productimage', payload, headers)
}

/** Requests the menu, its files and its page. */
async function visitMenu(visitor: Caller, visits: { count: number }): Promise<void> {
  const { body } = await visitor.get('/api/upload')
  identifyMenu(body as Shown)
  for (const { facts } of (body as Shown).pages) {
    const { status } = await visitor.get(facts!.src)
    if (status !== 200) throw new Error(`A page of the menu is ${status}`)
  }
  await visitPage(visitor)
  visits.count++
}

/** All pictures of the page must belong to one menu, that is, have the same width. */
async function visitPage(visitor: Caller): Promise<void> {
  const { status, text } = await visitor.get('/menu')
  if (status !== 200) throw new Error(`The page of the menu returned ${status}`)
  const widths = new Set(
    text.match(/\/uploads\/[0-9a-f]{16}-[0-9a-f]{12}-\d+\.jpg/g)?.map((url) => url.split('-').at(-1)),
  )
  if (widths.size > 1) throw new Error(`The page shows pictures of two menus: ${[...widths].join(', ')}`)
  if (!/\/(uploads|pictures)\//.test(text)) throw new Error('The page shows no menu')
}

async function signIn(owner: Caller, shop: RunningShop): Promise<void> {
  owner.origin = shop.origin
  const { status } = await owner.post('/api/users/auth', OWNER)
  if (status !== 200) throw new Error(`The owner cannot sign in: ${status}`)
}

async function menuOf({ origin }: RunningShop): Promise<Shown> {
  return (await caller(origin).get('/api/upload')).body as Shown
}
