import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { MailRefused, MailUnavailable } from '../providers.ts'
import { smtpMail, type SmtpMail } from './smtp.ts'

const MAIL = {
  from: { name: 'Frame', address: 'web@shop.example' },
  to: 'ann@example.com',
  replyTo: null,
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<1@shop.example>',
}

const open: { server: Server; sockets: Set<Socket>; client: SmtpMail }[] = []
afterEach(async () => {
  for (const { server, sockets, client } of open.splice(0)) {
    await client.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

/** A fake mail server, and a client with a short time limit. */
async function clientOfServer(behave: (socket: Socket) => void): Promise<SmtpMail> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    behave(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = smtpMail({ url: `smtp://127.0.0.1:${port}`, mode: 'live', sendMs: 1500 })
  open.push({ server, sockets, client })
  return client
}

/** Responds to each command by its first word, as in `replies`. */
function answering(replies: Record<string, string | null>) {
  return (socket: Socket) => {
    const greeting = replies['greeting'] ?? '220 shop.example\r\n'
    socket.write(greeting)
    let body: string | null = null
    socket.on('data', (data) => {
      const [word = ''] = data.toString().split(/[\s:]/)
      if (body !== null) body += data.toString()
      // A body may arrive in several pieces.
      if (body !== null && !body.endsWith('\r\n.\r\n')) return
      const command = body === null ? word.toUpperCase() : 'body'
      const reply =
        command in replies ? replies[command] : command === 'DATA' ? '354 go on\r\n' : '250 fine\r\n'
      body = command === 'DATA' ? '' : null
      if (reply) socket.write(reply)
    })
  }
}

/** Writes single bytes without end. */
function sendingSlowly(bytes: string) {
  return (socket: Socket) => {
    let at = 0
    const timer = setInterval(() => socket.write(bytes[at++ % bytes.length]!), 20)
    socket.on('close', () => clearInterval(timer))
  }
}

const UNAVAILABLE: [string, (socket: Socket) => void][] = [
  ['sends nothing', () => {}],
  ['disconnects at once', (socket) => socket.destroy()],
  ['sends its greeting slowly', sendingSlowly('220-welcome ')],
  ['sends an invalid greeting', answering({ greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' })],
  ['is not ready', answering({ greeting: '421 later\r\n' })],
  ['stops answering in the middle', answering({ MAIL: null })],
  ['accepts the mail without a response', answering({ body: null })],
]

test.each(UNAVAILABLE)(
  'a mail server that %s is unavailable, so that the mail is retried',
  async (_, behave) => {
    const client = await clientOfServer(behave)
    const began = performance.now()
    await expect(client.send(MAIL)).rejects.toBeInstanceOf(MailUnavailable)
    // Without a given limit it is longer.
    expect(performance.now() - began).toBeLessThan(14_000)
  },
)

test('a mail server that refuses the recipient refuses only this email', async () => {
  const client = await clientOfServer(answering({ RCPT: '550 no such mailbox\r\n' }))
  await expect(client.send(MAIL)).rejects.toBeInstanceOf(MailRefused)
})

test('an email that the server accepts is sent', async () => {
  const client = await clientOfServer(answering({}))
  await expect(client.send(MAIL)).resolves.toBeUndefined()
})

test('a line break in a subject or a name does not start a header', async () => {
  const heard: string[] = []
  const client = await clientOfServer((socket) => {
    socket.on('data', (data) => heard.push(data.toString()))
    answering({})(socket)
  })
  await client.send({
    ...MAIL,
    subject: 'Hello\r\nBcc: all@evil.example',
    from: { ...MAIL.from, name: 'A\r\nX-Evil: 1' },
  })
  const said = heard.join('')
  expect(said).not.toMatch(/^(Bcc|X-Evil):/im)
  expect(said.match(/RCPT TO/g)).toHaveLength(1)
})
