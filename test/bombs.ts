/** Decompression bombs: small files of huge pictures. */
import { crc32, deflateSync } from 'node:zlib'

/** A complete and valid PNG with one bit per pixel: about 100 KB for 900 million pixels. */
export function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 1 })
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

/** One chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
