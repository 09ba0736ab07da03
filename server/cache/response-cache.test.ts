import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MINUTE } from '../time/clock.ts'
import { keepAnswers, type Kind } from './response-cache.ts'

const sold = { tag: 'Product', id: 'a', stock: true } as const
const edited = { tag: 'Product', id: 'a' } as const

/** A memory with a server in front of it that says 404 to what is not kept. */
async function openMemory(maxAge = Infinity) {
  const kept = keepAnswers({ maxAge, stockGrace: 1000 })
  const server = createServer((request, response) => {
    if (!kept.answer(request, response)) response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const keep = (kind: Kind, mark = kept.mark(), more: { tags?: string[]; renew?: () => void } = {}) => {
    const answer = {
      kind,
      tags: ['Product:a'],
      status: 200,
      headers: {},
      body: Buffer.from('Kaffee für 5 €'),
    }
    kept.keep('/a', { ...answer, ...more }, mark)
  }
  const read = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/a`)
    return response.status === 200 ? await response.text() : null
  }
  return { ...kept, keep, read }
}

test('bytes come as they were kept', async () => {
  const memory = await openMemory()
  memory.keep('page')
  expect(await memory.read()).toBe('Kaffee für 5 €')
})

test('data that an order has overtaken in the making is not kept', async () => {
  const memory = await openMemory()
  const mark = memory.mark()
  memory.changed(sold)
  memory.keep('data', mark)
  expect(await memory.read()).toBeNull()
})

test('a page that an order has overtaken in the making is kept until its grace after it was begun', async () => {
  const memory = await openMemory()
  const mark = memory.mark()
  await pause(400)
  memory.changed(sold)
  memory.keep('page', mark)
  expect(await memory.read()).not.toBeNull()
  await pause(700)
  expect(await memory.read()).toBeNull()
})

test('a page that an edit has overtaken in the making is not kept', async () => {
  const memory = await openMemory()
  const mark = memory.mark()
  memory.changed(edited)
  memory.changed(sold)
  memory.keep('page', mark)
  expect(await memory.read()).toBeNull()
})

test('only what shows the change is dropped', async () => {
  const memory = await openMemory()
  memory.keep('data')
  memory.changed({ tag: 'Product', id: 'b' })
  expect(await memory.read()).not.toBeNull()
  memory.keep('data', memory.mark(), { tags: ['Product'] })
  memory.changed({ tag: 'Product', id: 'b' })
  expect(await memory.read()).toBeNull()
})

test('a page is renewed once, before it runs out, and only when somebody asks', async () => {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const memory = await openMemory()
  const renew = vi.fn()
  memory.keep('page', memory.mark(), { renew })
  memory.changed(sold)
  await memory.read()
  expect(renew).not.toHaveBeenCalled()
  now += 800
  expect(renew).not.toHaveBeenCalled()
  expect([await memory.read(), await memory.read()]).not.toContain(null)
  await pause(10)
  expect(renew).toHaveBeenCalledOnce()
})

test('an answer without tags is made anew after a minute, since no change drops it', async () => {
  // A whole number, so that the sums below are exact.
  let now = Math.ceil(performance.now())
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const memory = await openMemory()
  for (const kind of ['page', 'data'] as const) {
    memory.keep(kind, memory.mark(), { tags: [] })
    now += MINUTE - 1
    expect(await memory.read()).not.toBeNull()
    now += 1
    expect(await memory.read()).toBeNull()
  }
  memory.keep('page')
  now += 60 * MINUTE
  expect(await memory.read()).not.toBeNull()
})

test('changes of more things than are remembered make nothing old look new', async () => {
  const memory = await openMemory()
  const mark = memory.mark()
  memory.changed(edited)
  for (let id = 0; id < 25_000; id++) memory.changed({ tag: 'Product', id: String(id) })
  memory.keep('data', mark)
  expect(await memory.read()).toBeNull()
  memory.keep('data')
  expect(await memory.read()).not.toBeNull()
})

test('an answer is current while nothing but stock has changed', async () => {
  const memory = await openMemory()
  const mark = memory.mark()
  memory.changed(sold)
  expect(memory.isCurrent(mark)).toBe(true)
  memory.changed(edited)
  expect(memory.isCurrent(mark)).toBe(false)
})
