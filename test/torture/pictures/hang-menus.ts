/** A shop that dies while its menu is replaced or a picture comes in. Visitors see a whole menu, whatever happens. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CrashPoint } from '#server/crash-points.ts'
import { aPicture, formOf } from '../../form.ts'
import { caller, type Caller } from '../caller.ts'
import { atShop, deathOf, expectNoAnswer, untilDeath } from '../death.ts'
import { OWNER, startShop, type Place, type RunningShop } from '../running-shop.ts'
import { wrongAfterSweep, wrongInFiles } from './files.ts'
import { hang, recognise, type Shown, type Which } from './menus.ts'

const VISITORS = 3

/** One death at a point of a menu's replacement, and what the next start shows. */
export async function dieHanging(
  { place, env = {} }: { place: Place; env?: Record<string, string> },
  point: CrashPoint,
): Promise<string[]> {
  const owner = caller('')
  const before = await atShop(place, { ...env, CRASH_AT: point }, async (shop) => {
    await signIn(owner, shop)
    const shown = await menuOf(shop)
    await hang(owner, 1).catch(expectNoAnswer)
    await deathOf(shop, point)
    return shown
  })
  const dead = await wrongInFiles(place)
  return atShop(place, env, async (shop) => {
    const after = await menuOf(shop)
    owner.origin = shop.origin
    const again = await hang(owner, 2)
    const shown = recognise(await menuOf(shop))
    await shop.kill()
    return [
      ...dead,
      ...(await wrongInFiles(place)),
      ...(JSON.stringify(after) === JSON.stringify(before) ? [] : ['The menu has changed without an answer']),
      ...(again.status === 200 && shown === 2
        ? []
        : [`Hanging again answered ${again.status}, shown is ${shown}`]),
    ].map((line) => `${point}: ${line}`)
  })
}

/** What the owner was told, and what is under way. */
type Told = { hung: Which; underWay: Which; next: number; answered: number }

/** A first death before anything was done would prove nothing: it waits this long for work and visits. */
const PATIENCE = 20_000

/** So many deaths while menus are hung, their titles saved and pictures sent, and what was wrong after any of them. */
export async function hangingCampaign(place: Place, kills: number) {
  const wrong: string[] = []
  const told: Told = { hung: 'demo', underWay: 'demo', next: 1, answered: 0 }
  const owner = caller('')
  const visits = { looks: 0 }
  for (let kill = 0; kill < kills; kill++) {
    const shop = await startShop(place)
    if (kill === 0) await signIn(owner, shop)
    owner.origin = shop.origin
    try {
      told.hung = expectTold(recognise(await menuOf(shop)), told)
    } catch (error) {
      wrong.push(`After ${kill} deaths: ${(error as Error).message}`)
    }
    const visitor = caller(shop.origin)
    const visitors = Array.from({ length: VISITORS }, () =>
      untilDeath(wrong, () => lookAtAll(visitor, visits)),
    )
    const work = untilDeath(wrong, () => changeOne(owner, told, wrong))
    await pause(100 + Math.random() * 1400)
    for (let waited = 0; waited < PATIENCE && (!told.answered || !visits.looks); waited += 50) await pause(50)
    await shop.kill()
    await Promise.all([work, ...visitors])
    wrong.push(...(await wrongInFiles(place)).map((line) => `Dead for the ${kill + 1}. time: ${line}`))
  }
  await atShop(place, {}, async (shop) => {
    expectTold(recognise(await menuOf(shop)), told)
  }).catch((error: Error) => wrong.push(`In the end: ${error.message}`))
  wrong.push(...(await wrongAfterSweep(place)))
  if (told.answered === 0 || visits.looks === 0)
    wrong.push('Nothing was hung, or nobody looked: this proves nothing')
  return {
    violations: wrong,
    note: `${told.answered} changes acknowledged, ${visits.looks} looks at the menu`,
  }
}

function expectTold(shown: Which, { hung, underWay }: Told): Which {
  if (shown !== hung && shown !== underWay)
    throw new Error(`Menu ${shown} is up, though ${hung} was acknowledged`)
  return shown
}

async function changeOne(owner: Caller, told: Told, wrong: string[]): Promise<void> {
  const dice = Math.random()
  if (dice < 0.2) await expectDone(saveTitles(owner, told.next++), wrong)
  else if (dice < 0.4) await expectDone(sendPicture(owner), wrong)
  else {
    told.underWay = told.next++
    if (await expectDone(hang(owner, told.underWay), wrong)) told.hung = told.underWay
  }
  told.answered++
}

async function expectDone(answer: ReturnType<Caller['post']>, wrong: string[]): Promise<boolean> {
  const { status, text } = await answer
  if (status !== 200) wrong.push(`The owner heard ${status} ${text.slice(0, 200)}`)
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

/** Looks at the menu, at the files it names and at its page. */
async function lookAtAll(visitor: Caller, visits: { looks: number }): Promise<void> {
  const { body } = await visitor.get('/api/upload')
  recognise(body as Shown)
  for (const { facts } of (body as Shown).pages) {
    const { status } = await visitor.get(facts!.src)
    if (status !== 200) throw new Error(`A page of the menu is ${status}`)
  }
  await lookAtPage(visitor)
  visits.looks++
}

/** All pictures of the page belong to one menu: their count and width say so. */
async function lookAtPage(visitor: Caller): Promise<void> {
  const { status, text } = await visitor.get('/menu')
  if (status !== 200) throw new Error(`The page of the menu answered ${status}`)
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
