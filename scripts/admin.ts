/**
 * `npm run admin -- EMAIL [--name NAME]`: creates an admin or resets an admin's password.
 * `npm run admin -- EMAIL --remove-second-factor`: removes the authenticator app, the recovery codes and the passkeys of an
 * account. The shop may be running.
 */
import { parseArgs } from 'node:util'
import { email } from '#shared/kernel/fields.ts'
import { systemClock } from '#server/kernel/time/clock.ts'
import { readConfig, type Config } from '#server/kernel/config/config.ts'
import { connectForCommand } from '#server/kernel/db/connect.ts'
import { randomPassword } from '#server/platform/sessions/passwords.ts'
import { makeAdmin, removeFactorsOf } from '#server/people/users/make-admin.ts'
import { askPassword, command, print, Usage } from './command.ts'

const USAGE = 'npm run admin -- EMAIL [--name NAME]\nnpm run admin -- EMAIL --remove-second-factor'

await command(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, 'remove-second-factor': { type: 'boolean' } },
  })
  const given = email.safeParse(positionals[0])
  if (!given.success || positionals.length > 1) throw new Usage(USAGE)
  const config = readConfig(process.env)
  if (values['remove-second-factor']) return removeFactor(config, given.data)
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

async function removeFactor(config: Config, address: string): Promise<void> {
  const { db, close } = await connectForCommand(config)
  try {
    await removeFactorsOf({ db, config, clock: systemClock }, address)
    print(
      `${address} no longer has a second factor, and is signed out everywhere. The password is unchanged.`,
    )
  } finally {
    await close()
  }
}
