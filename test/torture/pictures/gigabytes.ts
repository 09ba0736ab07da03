/** Sends two gigabytes to a shop with a limit of 15 MB: it must refuse them without using memory or disk space. */
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Caller } from '../caller.ts'
import type { Place, RunningShop } from '../running-shop.ts'
import { filesOf } from './files.ts'

const MB = 1024 * 1024
const MAX_GROWTH_MB = 100

/** @param path the endpoint; each has its own limit */
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
    ...(status === 413 ? [] : [`The response to ${size / MB} MB to ${path} was ${status}`]),
    ...(most - before < MAX_GROWTH_MB ? [] : [`Memory grew by ${Math.round(most - before)} MB`]),
    ...(waiting.length === 0 ? [] : [`${waiting.length} files are left over from the upload`]),
    ...((await filesOf(place)).length === files ? [] : ['A part of the upload was stored']),
  ]
}

/** Resident memory of the process in MB. */
function memoryOf({ pid }: RunningShop): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** Sends the form in chunks, without a content-length. Resolves with the status. */
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
