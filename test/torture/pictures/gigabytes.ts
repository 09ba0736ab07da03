/** Two gigabytes for a shop that takes fifteen megabytes: refused, and neither memory nor disk remember them. */
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Caller } from '../caller.ts'
import type { Place, RunningShop } from '../running-shop.ts'
import { filesOf } from './files.ts'

const MB = 1024 * 1024
const MOST_GROWTH = 100

/** @param path where it is sent: each endpoint has a limit of its own */
export async function sendGigabytes(
  { place, shop, owner }: { place: Place; shop: RunningShop; owner: Caller },
  { path, field, size }: { path: string; field: string; size: number },
): Promise<string[]> {
  const before = memoryOf(shop)
  const files = (await filesOf(place)).length
  let most = before
  const watch = setInterval(() => (most = Math.max(most, memoryOf(shop))), 20)
  const status = await post(new URL(path, shop.origin), owner.cookie, field, size)
  clearInterval(watch)
  const waiting = await readdir(join(place.dataDir, 'incoming')).catch(() => [])
  return [
    ...(status === 413 ? [] : [`${size / MB} MB to ${path} were answered with ${status}`]),
    ...(most - before < MOST_GROWTH ? [] : [`Memory grew by ${Math.round(most - before)} MB`]),
    ...(waiting.length === 0 ? [] : [`${waiting.length} files are left of the form`]),
    ...((await filesOf(place)).length === files ? [] : ['Something of it was stored']),
  ]
}

/** What the process holds, in MB. */
function memoryOf({ pid }: RunningShop): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** Sends the form in chunks, so that nobody knows how long it will be; resolves with the status. */
function post(url: URL, cookie: string, field: string, size: number): Promise<number> {
  return new Promise((resolve) => {
    const headers = { cookie, 'content-type': 'multipart/form-data; boundary=b' }
    const sending = request(url, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode ?? 0)
      response.resume()
      sending.destroy()
    })
    sending.on('error', () => resolve(0))
    sending.write(`--b\r\ncontent-disposition: form-data; name="${field}"; filename="a.jpg"\r\n\r\n`)
    const block = Buffer.alloc(MB / 4, 'x')
    let sent = 0
    const more = () => {
      while (sent < size && !sending.destroyed) {
        sent += block.length
        if (!sending.write(block)) {
          sending.once('drain', more)
          return
        }
      }
      sending.end('\r\n--b--\r\n')
    }
    more()
  })
}
