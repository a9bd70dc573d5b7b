/** Requests without credentials, as many as one caller can send: what they leave behind, and whom they keep out. */
import { person } from '../support/actors.ts'
import { worstRequest } from '../support/anonymous-requests.ts'
import { ALICE, CONF, TRUSTED } from '../support/fixtures.ts'
import { inParallel } from '../support/http.ts'
import { everywhere } from '../support/logout-caller.ts'
import { ADMIN, enterPanel } from '../support/panel-visitor.ts'
import { relyingParty } from '../support/relying-party.ts'
import { attempt, doorOf } from '../support/sign-in-door.ts'
import { until } from '../support/until.ts'
import { KEPT_REFUSALS } from './own-deployment.ts'
import { asCaller, mustBe, type OwnTarget, weak } from './target.ts'

const usedBytes = async ({ redis }: OwnTarget): Promise<number> =>
  Number(/used_memory_dataset:(\d+)/.exec(await redis.admin.info('memory'))?.[1])

export async function fillingOfTheStore(target: OwnTarget): Promise<string> {
  const count = target.quick ? 2_000 : 10_000
  const before = await usedBytes(target)
  const statuses = await inParallel(
    count,
    32,
    async (index) => (await target.outer.send(...worstRequest(relyingParty(target.outer, CONF), index))).status,
  )
  const left = (await usedBytes(target)) - before
  if (left > 2 * 1024 * 1024) weak(`${count} requests without credentials leave ${(left / 2 ** 20).toFixed(1)} MiB`)
  const failed = statuses.filter((status) => status >= 500)
  if (failed.length > 0) weak(`${failed.length} of ${count} requests got ${[...new Set(failed)].join(', ')}`)
  const limited = statuses.filter((status) => status === 429).length
  if (limited < count / 2) weak(`of ${count} requests of one address ${limited} were limited`)
  return `${count} requests leave ${Math.max(0, left / 1024).toFixed(0)} KiB`
}

/** Entries that others may write to the trail meanwhile; a flood in it exceeds this number. */
const STRAYS = 20

/** No flood removes other events from the trail, nor another account's failures. */
export async function floodOfRefusals({ node, cli, quick }: OwnTarget): Promise<string> {
  const count = quick ? 1_500 : 6_000
  mustBe(count > KEPT_REFUSALS, true, 'more refusals than are kept')
  const admin = await enterPanel(asCaller(node))
  await person(asCaller(node)).signIn(relyingParty(node, TRUSTED))
  const isListed = async (id: string): Promise<boolean> =>
    (await admin.open(`/activity?user=${ADMIN.sub}&request_id=${id}`)).answer.text.includes('<th scope="row"')
  const failed = async (): Promise<string> => {
    const { headers } = await attempt(await doorOf(asCaller(node)), ADMIN.username, 'not theirs')
    const id = String(headers['x-request-id'])
    await until(() => isListed(id))
    return id
  }
  const id = await failed()
  const entries = async (): Promise<number> => {
    const { out } = await cli('audit', 'verify', '--json')
    return (JSON.parse(out) as { readonly entries: number }).entries
  }
  const before = await entries()
  const statuses = await inParallel(
    count,
    32,
    async (index) =>
      (await asCaller(node).send(`/authorize?client_id=${index}&redirect_uri=https://evil.example/`)).status,
  )
  mustBe([...new Set(statuses)].join(), '400', 'the answers to refusals')
  // It comes to the trail behind all that the refusals have left there.
  await failed()
  const verdict = await cli('audit', 'verify')
  if (verdict.code !== 0) weak(`after ${count} refusals the trail is ${verdict.err}`)
  const after = await entries()
  if (after < before) weak(`${count} refusals have pushed entries out of the trail`)
  if (after > before + STRAYS) weak(`of ${count} refusals ${after - before} are in the trail`)
  if (!(await isListed(id))) weak(`${count} refusals have pushed out the failure of an account`)
  return `${count} refusals, ${before} entries still there`
}

/** A full store keeps nothing new; writes that shrink it continue, and no response claims success falsely. */
export async function fullStore({ node, redis }: OwnTarget): Promise<string> {
  const conf = relyingParty(node, CONF)
  const alice = person(asCaller(node), ALICE)
  const first = await alice.signIn(conf, { scope: 'openid offline_access' })
  const second = await alice.signIn(conf, { scope: 'openid offline_access' })
  await redis.admin.config('SET', 'maxmemory', '1mb')
  try {
    const revoked = await conf.revoke(first.refresh_token)
    if (revoked.status !== 200) weak(`revocation with a full store: ${revoked.status}`)
    if ((await conf.introspect(first.access_token)).json().active) weak('a token is active after its revocation')
    const out = await everywhere(node, second.access_token)
    if (out.status !== 200) weak(`sign-out with a full store: ${out.status}`)
    if ((await conf.introspect(second.access_token)).json().active) weak('a token is active after its sign-out')
    if ((await node.send('/health/ready')).status === 200) weak('a full store is called ready')
  } finally {
    await redis.admin.config('SET', 'maxmemory', '0')
    await until(async () => (await node.send('/health/ready')).status === 200)
  }
  return 'revocation, sign-out, readiness'
}
