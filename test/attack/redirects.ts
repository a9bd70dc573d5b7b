/** Ways to make the service send a browser, or itself, somewhere else. */
import { createServer } from 'node:http'
import { person } from '../support/actors.ts'
import { NAVIGATION } from '../support/browser.ts'
import { CONF, TRUSTED } from '../support/fixtures.ts'
import { closed, listening } from '../support/listening.ts'
import { clientForm, enterPanel, issuesOn } from '../support/panel-visitor.ts'
import { relyingParty } from '../support/relying-party.ts'
import { words } from '../support/words.ts'
import { mustBe, type OwnTarget, type Target, weak } from './target.ts'

const EVIL = 'https://evil.example'
const ADDRESSES = [
  EVIL,
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%09/evil.example',
  'javascript:alert(1)',
]

function notAway(location: string | undefined, from: string): void {
  if (location !== undefined && /^(?:https?:)?[/\\]{1,2}[/\\]*evil|^javascript:/i.test(location))
    weak(`${from} leads to ${location}`)
}

export async function openRedirects({ node }: Target): Promise<string> {
  const parameters = words`post_logout_redirect_uri redirect_uri return_to returnTo next url continue target`
  const paths = words`/connect/logout /authorize /admin/ /portal/ /errors/x /interaction/x /admin/callback`
  for (const path of paths)
    for (const address of ADDRESSES) {
      const query = new URLSearchParams(parameters.map((name) => [name, address])).toString()
      const { headers } = await node.send(`${path}?${query}`, { headers: NAVIGATION })
      notAway(headers.location, path)
    }
  for (const address of ADDRESSES.slice(1)) {
    const { headers } = await node.send(`/${address}`, { headers: NAVIGATION })
    notAway(headers.location, `/${address}`)
  }
  return `${paths.length * ADDRESSES.length} requests`
}

export async function redirectUris({ node }: OwnTarget): Promise<string> {
  const [registered = ''] = CONF.redirect_uris
  const { host } = new URL(registered)
  const variants = [
    `${registered}/`,
    `${registered}?x=1`,
    `${registered}#x`,
    `${registered}/../other`,
    registered.replace('https:', 'http:'),
    registered.replace('https:', 'HTTPS:'),
    registered.replace(host, `${host}:443`),
    registered.replace(host, `${host}.`),
    registered.replace(host, `${host}.evil.example`),
    registered.replace(host, `evil.example@${host}`),
    registered.replace(host, `${host}@evil.example`),
    registered.replace(host, `${host}\\@evil.example`),
    registered.replace(host, host.toUpperCase()),
    registered.replace('callback', '%63allback'),
    ` ${registered}`,
    `${registered}%00`,
    `${registered}\r\nx: y`,
    EVIL,
    '',
  ]
  const conf = relyingParty(node, CONF)
  const alice = person(node)
  await alice.signIn(conf)
  for (const redirectUri of variants) {
    const stop = await alice.open(conf, { redirect_uri: redirectUri })
    if (stop.at === 'external' || stop.answer.status < 400) weak(`${redirectUri} passes for ${registered}`)
  }
  return `${variants.length} spellings`
}

const INSIDE = words`
  127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0 10.0.0.1 172.16.0.1 192.168.0.1 169.254.169.254 100.64.0.1
  [::1] [::] [::ffff:127.0.0.1] [::ffff:a00:1] [64:ff9b::7f00:1] [fe80::1] [fd00::1] [3fff::1] [5f00::1]
  [2002:7f00:1::]
`

/** Refused for where it leads, or for a spelling that would hide where. */
const AS_INSIDE =
  /^(?:A live client’s back-channel URI cannot point to this machine or a private IP address|Back-channel URI must use the form that browsers use)/

/** A client that is live has no back-channel address that leads inside, however it is written. */
export async function insideAddresses({ node }: OwnTarget): Promise<string> {
  const admin = await enterPanel(node)
  const page = await admin.open('/clients/new')
  const issuesOf = async (client: string, host: string): Promise<string> => {
    const address = { environment: 'live', backchannel_logout_uri: `https://${host}/backchannel` }
    return issuesOn(await admin.send(page, '/admin/clients', clientForm(client, address))).join()
  }
  for (const [index, host] of INSIDE.entries()) {
    const issues = await issuesOf(`inside-${index}`, host)
    if (!AS_INSIDE.test(issues)) weak(`a live client may have the back-channel address ${host}: ${issues}`)
  }
  for (const [index, host] of ['notices.example', '8.8.8.8', '[2606:4700:4700::1111]'].entries())
    mustBe(await issuesOf(`outside-${index}`, host), '', `a live client with the back-channel address ${host}`)
  return `${INSIDE.length} addresses`
}

/** Parameters that hold URLs: no part opens them. */
export async function fetchedAddresses({ node }: OwnTarget): Promise<string> {
  let asked = 0
  const canary = createServer((_req, res) => {
    asked += 1
    res.end('{}')
  })
  const address = `http://127.0.0.1:${await listening(canary)}/`
  try {
    const names = words`
      request_uri jwks_uri sector_identifier_uri logo_uri client_id redirect_uri iss claims id_token_hint
      request post_logout_redirect_uri backchannel_logout_uri login_hint
    `
    const jws = (header: object): string =>
      `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from('{}').toString('base64url')}.AAAA`
    const alice = person(node)
    await alice.signIn(relyingParty(node, TRUSTED))
    for (const name of names) {
      for (const value of [address, jws({ alg: 'ES256', jku: address, x5u: address })]) {
        await alice.browser.go(relyingParty(node, TRUSTED).request({ [name]: value }).address)
        await node.send('/token', { body: { grant_type: 'authorization_code', [name]: value } })
        await node.send(`/connect/logout?${name}=${encodeURIComponent(value)}`)
        await node.send('/userinfo', { headers: { authorization: `Bearer ${value}` } })
      }
    }
    if (asked > 0) weak(`the service has opened an address of a parameter ${asked} times`)
    return `${names.length} parameters`
  } finally {
    await closed(canary)
  }
}
