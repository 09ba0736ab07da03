/**
 * Replaces systemd in the deployment campaign: `systemctl.mjs restart UNIT` ends the unit's process with SIGTERM and
 * starts it again by the unit file in deploy/. Settings: FRAME_HOME (instead of /srv/frame), JOBS_PORT (instead of 3000).
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const { FRAME_HOME: home = '', JOBS_PORT: jobsPort = '3000', PATH } = process.env
const [, , command, unit = ''] = process.argv
const [template, instance = ''] = unit.split('@')
const pidFile = join(home, 'run', `${unit}.pid`)

if (command !== 'restart' && command !== 'stop') throw new Error(`systemctl ${command} is not supported here`)
await stop()
if (command === 'restart') start()

async function stop() {
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8'))
  // As with systemd's KillMode=control-group, every process of the unit gets the signal. Here, this is its process group.
  for (let signal = 'SIGTERM'; isAlive(pid); await pause(50), signal = 0) process.kill(-pid, signal)
}

/** @param {number} pid of a process group */
function isAlive(pid) {
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}

function start() {
  const lines = readFileSync(join(DEPLOY, instance ? `${template}@.service` : `${unit}.service`), 'utf8')
    .split('\n')
    .map((line) => /^(\w+)=(.*)$/.exec(line))
    .filter((found) => found !== null)
    .map(([, key, value]) => [key, value.replaceAll('%i', instance).replaceAll('/srv/frame', home)])
  const all = (/** @type {string} */ key) => lines.filter(([name]) => name === key).map(([, value]) => value)
  const env = Object.fromEntries(all('EnvironmentFile').flatMap(variablesIn))
  for (const pair of all('Environment').flatMap((text) => text.split(' '))) {
    const [name, value] = pair.split('=')
    env[name] = name === 'PORT' && !instance ? jobsPort : value
  }
  const [program, ...args] = all('ExecStart')[0].split(' ')
  mkdirSync(join(home, 'run'), { recursive: true })
  const log = openSync(join(home, 'run', `${unit}.log`), 'a')
  const cwd = all('WorkingDirectory')[0]
  const child = spawn(program, args, {
    cwd,
    env: { PATH, ...env },
    detached: true,
    stdio: ['ignore', log, log],
  })
  writeFileSync(pidFile, String(child.pid))
  child.unref()
}

/** @param {string} file an environment file; with a dash before it, it may be missing */
function variablesIn(file) {
  const path = file.replace(/^-/, '')
  if (file !== path && !existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
}
