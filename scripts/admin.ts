/** `npm run admin -- EMAIL [--name NAME]`: creates an admin or resets an admin's password. The shop may be running. */
import { parseArgs } from 'node:util'
import { email } from '#shared/fields.ts'
import { systemClock } from '#server/time/clock.ts'
import { readConfig } from '#server/config/config.ts'
import { connectForCommand } from '#server/db/connect.ts'
import { randomPassword } from '#server/sessions/random-password.ts'
import { makeAdmin } from '#server/users/make-admin.ts'
import { askPassword } from './ask-password.ts'
import { command, print, Usage } from './command.ts'

await command(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { name: { type: 'string' } } })
  const given = email.safeParse(positionals[0])
  if (!given.success || positionals.length > 1) throw new Usage('npm run admin -- EMAIL [--name NAME]')
  const config = readConfig(process.env)
  const typed = process.stdin.isTTY ? await askPassword(`Password for ${given.data}: `) : null
  const password = typed ?? randomPassword()
  const { db, close } = await connectForCommand(config)
  try {
    const admin = { email: given.data, name: values.name ?? null, password }
    const done = await makeAdmin({ db, config, clock: systemClock }, admin)
    print(
      done === 'created'
        ? `${given.data} is an admin now.`
        : `${given.data} is an admin with a new password, and is signed out everywhere.`,
    )
    if (typed === null) print(`Password: ${password}`)
  } finally {
    await close()
  }
})
