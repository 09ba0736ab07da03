import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { MailRefused, MailUnavailable } from '../providers.ts'
import { smtpMail, type SmtpMail } from './smtp.ts'

const MAIL = {
  from: { name: 'Frame', address: 'web@house.example' },
  to: 'ann@example.com',
  replyTo: null,
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<1@house.example>',
}

const open: { server: Server; sockets: Set<Socket>; client: SmtpMail }[] = []
afterEach(async () => {
  for (const { server, sockets, client } of open.splice(0)) {
    await client.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

/** A mail server that behaves as it is told, and a client with little patience. */
async function against(behave: (socket: Socket) => void): Promise<SmtpMail> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    behave(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = smtpMail({ url: `smtp://127.0.0.1:${port}`, mode: 'live', sendMs: 600 })
  open.push({ server, sockets, client })
  return client
}

/** Answers each command by its first word; the rest is up to the test. */
function speaking(replies: Record<string, string | null>) {
  return (socket: Socket) => {
    const greeting = replies['greeting'] ?? '220 house.example\r\n'
    socket.write(greeting)
    let body: string | null = null
    socket.on('data', (data) => {
      const [word = ''] = data.toString().split(/[\s:]/)
      if (body !== null) body += data.toString()
      // A body comes in as many pieces as it likes.
      if (body !== null && !body.endsWith('\r\n.\r\n')) return
      const command = body === null ? word.toUpperCase() : 'body'
      const reply =
        command in replies ? replies[command] : command === 'DATA' ? '354 go on\r\n' : '250 fine\r\n'
      body = command === 'DATA' ? '' : null
      if (reply) socket.write(reply)
    })
  }
}

/** Writes a byte now and then, for ever. */
function dripping(bytes: string) {
  return (socket: Socket) => {
    let at = 0
    const timer = setInterval(() => socket.write(bytes[at++ % bytes.length]!), 20)
    socket.on('close', () => clearInterval(timer))
  }
}

const AWAY: [string, (socket: Socket) => void][] = [
  ['says nothing', () => {}],
  ['hangs up at once', (socket) => socket.destroy()],
  ['drips its greeting', dripping('220-welcome ')],
  ['greets with nonsense', speaking({ greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' })],
  ['is not ready', speaking({ greeting: '421 later\r\n' })],
  ['stops answering in the middle', speaking({ MAIL: null })],
  ['takes the mail and never says so', speaking({ body: null })],
]

test.each(AWAY)('a mail server that %s is away, and the mail is tried again', async (_, behave) => {
  const client = await against(behave)
  const began = Date.now()
  await expect(client.send(MAIL)).rejects.toBeInstanceOf(MailUnavailable)
  expect(Date.now() - began).toBeLessThan(5000)
})

test('a mail server that will not have the reader says so of this mail alone', async () => {
  const client = await against(speaking({ RCPT: '550 no such mailbox\r\n' }))
  await expect(client.send(MAIL)).rejects.toBeInstanceOf(MailRefused)
})

test('a mail server that takes the mail has it', async () => {
  const client = await against(speaking({}))
  await expect(client.send(MAIL)).resolves.toBeUndefined()
})

test('what a reader typed into a subject or a name begins no header', async () => {
  const heard: string[] = []
  const client = await against((socket) => {
    socket.on('data', (data) => heard.push(data.toString()))
    speaking({})(socket)
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
