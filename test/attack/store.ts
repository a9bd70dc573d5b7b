/** An attacker who reads the store, or writes into it. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { person } from '../support/actors.ts'
import { ALICE, ASKING, BOB, CLIENTS, CONF, ROOT_SECRET } from '../support/fixtures.ts'
import { signed } from '../support/forged-tokens.ts'
import { ADMIN, VIEWER } from '../support/panel-visitor.ts'
import { claimsOf, headerOf, relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'
import { mustBe, type OwnTarget, weak } from './target.ts'

/** Everything that the store holds, as text. */
async function contents({ redis: { admin } }: OwnTarget): Promise<string> {
  const texts: string[] = []
  for (const key of await admin.keys('*')) {
    const type = await admin.type(key)
    if (type === 'string') texts.push(key, (await admin.get(key)) ?? '')
    else if (type === 'hash') texts.push(key, JSON.stringify(await admin.hgetall(key)))
    else if (type === 'zset') texts.push(key, JSON.stringify(await admin.zrange(key, 0, '-1')))
    else if (type === 'set') texts.push(key, JSON.stringify(await admin.smembers(key)))
    else if (type === 'stream') texts.push(key, JSON.stringify(await admin.xrange(key, '-', '+')))
    // A lease that ended between the two questions holds nothing.
    else if (type !== 'none') throw new Error(`${key} is a ${type}, which is not looked into`)
  }
  // Without the marks of JSON in JSON, so that a pattern with quotes is found at any depth.
  return texts.join('\n').replaceAll('\\', '')
}

/** Values that the deployment was started with, and never repeats. */
export const CONFIGURED_SECRETS: readonly string[] = [
  ROOT_SECRET,
  ...[ALICE, BOB, ADMIN, VIEWER].map(({ password }) => password),
  ...CLIENTS.flatMap(({ client_secret }) => client_secret ?? []),
]

export async function secretsAtRest(target: OwnTarget): Promise<string> {
  const { node } = target
  const conf = relyingParty(node, CONF)
  const alice = person(node)
  const tokens = await alice.signIn(conf, { scope: 'openid offline_access' })
  const unused = await alice.authorize(conf)
  await alice.open(relyingParty(node, ASKING))
  const secrets = [
    ...CONFIGURED_SECRETS,
    tokens.access_token,
    tokens.refresh_token,
    unused.code,
    // The id of an interaction stands in its address, too.
    ...alice.browser.cookies
      .all()
      .filter(({ name }) => /session|admin|portal|known|browser/.test(name))
      .flatMap(({ value }) => value.split('.').filter((part) => part.length >= 20)),
  ]
  const held = await contents(target)
  mustBe(held.includes(ALICE.sub), true, 'the store holds what it must')
  for (const secret of secrets) if (held.includes(secret)) weak(`the store holds ${secret.slice(0, 12)}… in clear`)
  if (/"d":"[\w-]{40,}"|"pkcs8":|PRIVATE KEY/.test(held)) weak('the store holds a private key in clear')
  return `${secrets.length} secrets`
}

export async function otherKey({ node, redis, keyPrefix }: OwnTarget): Promise<string> {
  const conf = relyingParty(node, CONF)
  const { access_token } = await person(node).signIn(conf)
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = own.publicKey.export({ format: 'jwk' })
  const hash = `${keyPrefix}d{keys}`
  const before = (await redis.admin.hget(hash, 'signing')) ?? ''
  if (before === '') throw new Error('the key document is not where it was expected')
  const now = Math.floor(Date.now() / 1000)
  const planted = {
    keys: [
      {
        kid: 'planted',
        jwk: { kty: 'EC', use: 'sig', alg: 'ES256', kid: 'planted', crv: 'P-256', x, y },
        publishedAt: now,
        activatedAt: now,
        sealed: 'e30.e30.e30',
      },
    ],
    commanded: false,
  }
  const claims = { ...claimsOf(access_token), sub: BOB.sub }
  const forged = signed({ ...headerOf(access_token), kid: 'planted' }, claims, own.privateKey)
  try {
    for (const text of [JSON.stringify(planted), JSON.stringify({ ...JSON.parse(before), keys: planted.keys })]) {
      await redis.admin.hset(hash, 'signing', text)
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      // An unknown key makes the node read the store again: only then could it publish what is there.
      const { status } = await conf.userinfo(forged)
      if ((await node.send('/jwks')).text.includes(x)) weak('a key that was written into the store is published')
      if (status === 200) weak('a token of a key that was written into the store is believed')
    }
  } finally {
    await redis.admin.hset(hash, 'signing', before)
  }
  mustBe((await conf.userinfo(access_token)).status, 200, '/userinfo with a genuine token afterwards')
  return 'in place of ours, and beside it'
}

type Entry = readonly [id: string, fields: readonly string[]]

/** Chains entries like an attacker who can write to the store, without the key of the trail. */
function chained(entries: readonly Entry[], from: number): readonly Entry[] {
  let hash = entries[from - 1]?.[1][5] ?? ''
  return entries.map((line, index) => {
    if (index < from) return line
    const [id, [, at = '', , entry = '']] = line
    hash = createHash('sha256')
      .update([hash, Number.parseInt(id, 10), at, entry].join('\n'))
      .digest('hex')
    return [id, ['at', at, 'entry', entry, 'hash', hash]]
  })
}

export async function alteredTrail({ node, redis: { admin }, keyPrefix, cli }: OwnTarget): Promise<string> {
  const [lines, ends] = [`${keyPrefix}a{a}`, `${keyPrefix}ae{a}`]
  // The last entry that a sign-in leaves.
  const tokens = async (): Promise<number> =>
    (await admin.xrange(lines, '-', '+')).filter(([, fields]) => fields.join().includes('token.issued')).length
  const before = await tokens()
  for (let index = 0; index < 4; index += 1) await person(node).signIn(relyingParty(node, CONF))
  await until(async () => (await tokens()) >= before + 4)
  const head = (await cli('audit', 'head')).out
  const mustBeIntact = async (when: string): Promise<void> => {
    const { code, err } = await cli('audit', 'verify', '--head', head)
    mustBe(code, 0, `${when} (${err})`)
  }
  const genuine: readonly Entry[] = await admin.xrange(lines, '-', '+')
  const middle = genuine.length - 3
  const write = async (entries: readonly Entry[]): Promise<void> => {
    const [id = '0', [, , , , , hash = ''] = []] = entries.at(-1) ?? []
    const steps = admin.multi().del(lines)
    for (const [at, fields] of entries) steps.xadd(lines, at, ...fields)
    await steps.hset(ends, 'last', `${Number.parseInt(id, 10)} ${hash}`).exec()
  }
  const edited = genuine.map(([id, fields], index): Entry => {
    const [at, time = '', name, entry = '', ...rest] = fields as readonly string[]
    return [
      id,
      index === middle ? [at as string, time, name as string, entry.replace('u-alice', 'u-bob'), ...rest] : fields,
    ]
  })
  const swapped = genuine.map(([id], index): Entry => {
    const other = index === middle ? middle + 1 : index === middle + 1 ? middle : index
    return [id, genuine[other]?.[1] ?? []]
  })
  const renumbered = genuine
    .filter((_, index) => index !== middle)
    .map(([, fields], index): Entry => [genuine[index]?.[0] ?? '', fields])
  // The chain alone must reveal it, except for a cut-off end: only a head from outside of the store reveals that.
  const kinds: readonly (readonly [string, readonly Entry[], ...string[]])[] = [
    ['cut off at the end', genuine.slice(0, -1), '--head', head],
    ['one removed', genuine.filter((_, index) => index !== middle)],
    ['one removed, the others renumbered and chained', chained(renumbered, middle)],
    ['one edited', edited],
    ['one edited, the others chained', chained(edited, middle)],
    ['two exchanged', swapped],
    ['two exchanged and chained', chained(swapped, middle)],
    ['one edited, all chained', chained(edited, 0)],
  ]
  // Otherwise any change would be found, whatever it is.
  await write(genuine)
  await mustBeIntact('written again as it was')
  try {
    for (const [how, entries, ...options] of kinds) {
      await write(entries)
      const { code, err } = await cli('audit', 'verify', ...options)
      if (code === 0) weak(`entries ${how}: the trail is called intact`)
      if (code !== 1 || !err.startsWith('broken:')) throw new Error(`entries ${how}: ${code} ${err}`)
    }
  } finally {
    await write(genuine)
  }
  await mustBeIntact('afterwards')
  return `${kinds.length} ways`
}
