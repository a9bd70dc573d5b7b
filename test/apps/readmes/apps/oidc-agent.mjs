// The agent and the account of its documentation, with a client that was registered before. Then it prints the user.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { CLIENT_ID, CLIENT_SECRET, ISSUER, nameOf, REDIRECT_URI } from './around.mjs'

const env = { ...process.env, HOME: process.env.FOLDER, OIDC_SOCK: `${process.env.FOLDER}/agent` }
const run = (name, ...args) => spawn(name, args, { env, stdio: 'inherit' })
// Without it, the web server of the agent runs on for a while.
process.on('SIGTERM', () => process.kill(0, 'SIGKILL'))
run('oidc-agent', '--console', `--socket-path=${env.OIDC_SOCK}`)
while (!existsSync(env.OIDC_SOCK)) await setTimeout(50)
const options = [
  `--issuer=${ISSUER}`,
  `--client-id=${CLIENT_ID}`,
  `--client-secret=${CLIENT_SECRET}`,
  `--redirect-uri=${REDIRECT_URI}`,
  '--scope=openid profile',
  '--pw-cmd=echo a-password-of-the-user',
]
run('oidc-gen', ...options, ...process.argv.slice(2), 'sso').on('exit', async () => {
  console.log(await nameOf(execFileSync('oidc-token', ['sso'], { env, encoding: 'utf8' }).trim()))
})
